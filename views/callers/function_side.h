/// A session that follows another one, but shows one function only: the stacks that lead to it, or those
/// below it, of all its occurrences. What users choose in it is passed on to the followed session.
#pragma once

#include "views/session/session.h"

#include <QObject>

#include <string>

namespace candela {

class FunctionSide : public QObject {
    Q_OBJECT
public:
    enum class Part { Callers, Callees };

    /// The followed session must outlive this object.
    FunctionSide(Session& followed, Part part, QObject* parent = nullptr);

    Session& session() { return m_session; }
    /// Takes over the state of the followed session, and shows this function of it. The zoom stays if the
    /// function is the same. With an empty name nothing is shown.
    void follow(const std::string& function);
    /// Whether the followed session changes because the user chose something in this session.
    bool isPassingOn() const { return m_isPassingOn; }

signals:
    /// The user wants to see the callers of the function that is selected now.
    void functionRequested();

private:
    void passOnFilter();
    void passOnView(const QString& name);
    Transform transform() const;

    Session& m_followed;
    Part m_part;
    Session m_session;
    std::string m_function;
    bool m_isFollowing = false; ///< this session changes because the followed one did
    bool m_isPassingOn = false;
};

} // namespace candela
