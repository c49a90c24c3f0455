/// Every metadata provider, each in its own file. ARCHITECTURE.md says how to add one.
#pragma once

#include "recorder/metadata/provider.h"

namespace candela {

/// cgroup
void describeCgroup(ObservedProcess& process, LabelList& labels);
/// systemd.unit, systemd.slice, systemd.user_unit
void describeSystemdUnit(ObservedProcess& process, LabelList& labels);
/// container.id, container.engine
void describeContainer(ObservedProcess& process, LabelList& labels);
/// kubernetes.pod, kubernetes.qos
void describeKubernetesPod(ObservedProcess& process, LabelList& labels);
/// user
void describeUser(ObservedProcess& process, LabelList& labels);
/// command_line
void describeCommandLine(ObservedProcess& process, LabelList& labels);
/// executable, executable.build_id
void describeExecutable(const Program& program, LabelList& labels);
/// compiler
void describeCompiler(const Program& program, LabelList& labels);

} // namespace candela
