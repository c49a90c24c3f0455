/// The weights of samples by stack, added one by one as a filter keeps them.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"
#include "model/base/wrapping.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace candela {

class KeptWeights {
public:
    /// Stacks are those of the shape, which outlives this object.
    explicit KeptWeights(const CallTreeShape& shape) : m_shape(shape), m_ofStack(shape.nodeOfStack.size()) {}

    void add(StackIndex stack, std::int64_t weight) {
        // A transform may leave no frame of a stack.
        const bool hasFrames = stack && m_shape.nodeOfStack[stack.row()];
        auto& sum = hasFrames ? m_ofStack[stack.row()] : m_weights.stackless;
        sum = wrappingSum(sum, weight);
        m_weights.total = wrappingSum(m_weights.total, weight);
        m_weights.magnitude = wrappingSum(m_weights.magnitude, magnitudeOf(weight));
        ++m_weights.samples;
    }
    StackWeights take() {
        m_weights.weight = SharedValues(std::move(m_ofStack));
        return std::move(m_weights);
    }

private:
    const CallTreeShape& m_shape;
    std::vector<std::int64_t> m_ofStack;
    StackWeights m_weights;
};

} // namespace candela
