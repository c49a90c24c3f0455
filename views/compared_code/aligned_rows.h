/// The rows of a table with both builds of a function side by side: instructions, or source lines.
#pragma once

#include "views/compared_code/shown_code_comparison.h"
#include "views/comparison/side_rows.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace candela {

/// What one side has in a row.
struct AlignedCell {
    QString text;
    std::int64_t self = 0;
    std::int64_t total = 0;
};

/// A source line of one side; line 0: not known.
struct SourceLocation {
    std::string_view file;
    std::uint32_t line = 0;

    bool operator==(const SourceLocation&) const = default;
};

class AlignedRows {
public:
    /// Pair: what both sides have; Heading: names of files; Gap: lines that are left out.
    enum class Kind : std::uint8_t { Pair, Heading, Gap };

    explicit AlignedRows(std::shared_ptr<const ShownCodeComparison> shown) : m_shown(std::move(shown)) {}
    virtual ~AlignedRows() = default;

    const ShownCodeComparison& shown() const { return *m_shown; }
    virtual std::size_t size() const = 0;
    virtual Kind kind(std::size_t row) const = 0;
    virtual Alignment alignment(std::size_t row) const = 0;
    /// None: a gap on this side.
    virtual std::optional<AlignedCell> cell(std::size_t row, ComparisonPart part) const = 0;
    virtual SourceLocation location(std::size_t row, ComparisonPart part) const = 0;
    /// What an alignment means here, for a tool tip.
    virtual QString meaning(std::size_t row) const = 0;

    /// The row of the pair with the largest self weight of both sides together, among those at a location if
    /// one is known; none without such rows.
    std::optional<std::size_t> hottest(const SourceLocation& base = {},
                                       const SourceLocation& newSide = {}) const;

private:
    std::shared_ptr<const ShownCodeComparison> m_shown;
};

/// Requires `shown->code`.
std::unique_ptr<AlignedRows> alignedInstructionRows(std::shared_ptr<const ShownCodeComparison> shown);
std::unique_ptr<AlignedRows> alignedLineRows(std::shared_ptr<const ShownCodeComparison> shown);

} // namespace candela
