#include "model/recording/request_stream.h"

#include "model/base/byte_reader.h"

#include <cstring>

namespace candela {

Result<std::string> writeRequest(const recording::Request& request) {
    const auto size = request.ByteSizeLong();
    if (size > maximumRequestSize)
        return failure("the request to the recorder is too large", ErrorCode::Usage,
                       "name fewer processes, or record the whole machine");
    const auto length = static_cast<std::uint32_t>(size);
    std::string bytes(lengthFieldSize, '\0');
    std::memcpy(bytes.data(), &length, lengthFieldSize);
    request.AppendToString(&bytes);
    return bytes;
}

void RequestReader::feed(std::span<const std::byte> bytes) {
    if (!m_isBroken) m_pending.append(asText(bytes));
}

Result<std::optional<recording::Request>> RequestReader::next() {
    const auto broken = [this](const char* why) {
        m_isBroken = true;
        m_pending.clear();
        m_pending.shrink_to_fit();
        return failure(why);
    };
    if (m_isBroken) return broken("the request can't be understood");
    if (m_pending.size() < lengthFieldSize) return std::nullopt;
    ByteReader reader(asBytes(m_pending));
    const auto length = reader.read<std::uint32_t>();
    if (length > maximumRequestSize) return broken("the request is too large");
    if (reader.remaining() < length) return std::nullopt;
    recording::Request request;
    const auto message = reader.text(length);
    if (!request.ParseFromArray(message.data(), static_cast<int>(message.size())))
        return broken("the request can't be understood");
    m_pending.erase(0, lengthFieldSize + length);
    return request;
}

} // namespace candela
