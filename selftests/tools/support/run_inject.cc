// SPDX-License-Identifier: GPL-2.0
#include "support/run_inject.h"

#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "inject/command.h"

namespace spile::test {

TempDir::TempDir()
{
    char name[] = "/tmp/spile-test-XXXXXX";
    path_ = ::mkdtemp(name);
}

TempDir::~TempDir()
{
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void write_file(const std::string &path, const Bytes &bytes)
{
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

Bytes read_file(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    return Bytes(std::istreambuf_iterator<char>(file), {});
}

// Lets a descriptor point to a file for as long as this lives.
class Redirect {
public:
    Redirect(int fd, const std::string &path) : fd_(fd), saved_(::dup(fd))
    {
        int file = ::open(path.c_str(), O_RDWR | O_CREAT, 0600);
        ::dup2(file, fd);
        ::close(file);
    }
    ~Redirect()
    {
        ::dup2(saved_, fd_);
        ::close(saved_);
    }

private:
    int fd_, saved_;
};

Result run_inject(const Bytes &input, inject::Options options)
{
    TempDir dir;
    write_file(dir.path("in"), input);
    options.input = dir.path("in");
    options.output = dir.path("out");
    Result result;
    {
        Redirect err(STDERR_FILENO, dir.path("err"));
        result.code = inject::run(options);
    }
    Bytes messages = read_file(dir.path("err"));
    result.messages.assign(messages.begin(), messages.end());
    result.output = read_file(dir.path("out"));
    return result;
}

Result run_inject_to_pipe(const Bytes &input, inject::Options options)
{
    TempDir dir;
    write_file(dir.path("in"), input);
    options.input = "-";
    options.output = "-";
    Result result;
    {
        Redirect in(STDIN_FILENO, dir.path("in")), out(STDOUT_FILENO, dir.path("out")), err(STDERR_FILENO, dir.path("err"));
        result.code = inject::run(options);
    }
    Bytes messages = read_file(dir.path("err"));
    result.messages.assign(messages.begin(), messages.end());
    result.output = read_file(dir.path("out"));
    return result;
}

Bytes tiny_elf(const Bytes &id)
{
    Elf64_Ehdr head{};
    std::memcpy(head.e_ident, ELFMAG, SELFMAG);
    head.e_ident[EI_CLASS] = ELFCLASS64;
    head.e_ident[EI_DATA] = ELFDATA2LSB;
    head.e_type = ET_DYN;
    head.e_phoff = sizeof head;
    head.e_phentsize = sizeof(Elf64_Phdr);
    head.e_phnum = 1;
    Elf64_Phdr segment{};
    segment.p_type = PT_NOTE;
    segment.p_offset = sizeof head + sizeof segment;
    segment.p_filesz = 16 + (id.size() + 3) / 4 * 4;
    segment.p_align = 4;
    Elf64_Nhdr note{4, static_cast<std::uint32_t>(id.size()), 3};
    Bytes bytes;
    auto add = [&](const void *p, std::size_t n) {
        auto from = static_cast<const std::uint8_t *>(p);
        bytes.insert(bytes.end(), from, from + n);
    };
    add(&head, sizeof head), add(&segment, sizeof segment), add(&note, sizeof note), add("GNU", 4), add(id.data(), id.size());
    bytes.resize(segment.p_offset + segment.p_filesz);
    return bytes;
}

}  // namespace spile::test
