// SPDX-License-Identifier: GPL-2.0
#include "buildid/elf_note.h"

#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <filesystem>
#include <gelf.h>
#include <gtest/gtest.h>
#include <libelf.h>
#include <unistd.h>

#include "support/run_inject.h"

namespace spile::buildid {

using test::Bytes;

static BuildId read(const Bytes &bytes)
{
    MemoryImage image(bytes);
    return read_elf_note(image);
}

TEST(ElfNote, ReadsIdsOfAnyLength)
{
    for (std::size_t n : {1u, 8u, 16u, 20u}) {
        Bytes id(n, 0xab);
        EXPECT_EQ(read(test::tiny_elf(id)), BuildId(id)) << n;
    }
    EXPECT_EQ(read(test::tiny_elf(Bytes(32, 1))).size, 20);
    EXPECT_FALSE(read(test::tiny_elf({})));
}

TEST(ElfNote, GivesNothingForWhatIsNoElf)
{
    EXPECT_FALSE(read({}));
    EXPECT_FALSE(read(Bytes(64, 0)));
    Bytes text(4096, '#');
    EXPECT_FALSE(read(text));
}

TEST(ElfNote, SurvivesTruncationAndEveryFlippedByte)
{
    Bytes whole = test::tiny_elf(Bytes(20, 0x5a));
    for (std::size_t n = 0; n < whole.size(); ++n) EXPECT_FALSE(read(Bytes(whole.begin(), whole.begin() + n))) << n;
    for (std::size_t n = 0; n < whole.size(); ++n) {
        for (int value : {0, 1, 0x7f, 0xff}) {
            Bytes broken = whole;
            broken[n] = static_cast<std::uint8_t>(value);
            static_cast<void>(read(broken));
        }
    }
}

// A 32-bit big-endian module: no segments, a note section.
TEST(ElfNote, ReadsNoteSectionsOfTheOtherByteOrder)
{
    Bytes bytes(52 + 2 * 40 + 16 + 4);
    std::memcpy(bytes.data(), ELFMAG, SELFMAG);
    bytes[EI_CLASS] = ELFCLASS32;
    bytes[EI_DATA] = ELFDATA2MSB;
    auto put32 = [&](std::size_t at, std::uint32_t v) {
        for (int i = 0; i < 4; ++i) bytes[at + static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(v >> (24 - 8 * i));
    };
    put32(32, 52);  // e_shoff
    bytes[47] = 40, bytes[49] = 2;
    std::size_t section = 52 + 40;
    put32(section + 4, SHT_NOTE), put32(section + 16, 52 + 80), put32(section + 20, 20);
    std::size_t note = 52 + 80;
    put32(note, 4), put32(note + 4, 4), put32(note + 8, 3);
    std::memcpy(&bytes[note + 12], "GNU", 4);
    put32(note + 16, 0x01020304);
    EXPECT_EQ(read(bytes).hex(), "01020304");
}

// What libelf finds in the sections that perf looks at.
static BuildId by_libelf(int fd)
{
    BuildId id;
    Elf *elf = elf_begin(fd, ELF_C_READ, nullptr);
    std::size_t names = 0;
    if (elf != nullptr && elf_kind(elf) == ELF_K_ELF && elf_getshdrstrndx(elf, &names) == 0) {
        for (Elf_Scn *section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
            GElf_Shdr header;
            gelf_getshdr(section, &header);
            const char *name = elf_strptr(elf, names, header.sh_name);
            if (name == nullptr || std::strcmp(name, ".note.gnu.build-id") != 0) continue;
            Elf_Data *data = elf_getdata(section, nullptr);
            GElf_Nhdr note;
            std::size_t name_at, id_at;
            if (data != nullptr && gelf_getnote(data, 0, &note, &name_at, &id_at) > 0)
                id = BuildId({static_cast<std::uint8_t *>(data->d_buf) + id_at, note.n_descsz});
        }
    }
    elf_end(elf);
    return id;
}

TEST(ElfNote, AgreesWithLibelfOnInstalledFiles)
{
    elf_version(EV_CURRENT);
    std::size_t compared = 0, with_id = 0;
    for (const char *top : {"/usr/lib/x86_64-linux-gnu", "/usr/bin", "/usr/lib32", "/usr/lib/modules"}) {
        std::error_code error;
        std::size_t here = 0;
        for (auto it = std::filesystem::recursive_directory_iterator(top, error); !error && it != end(it) && here < 600; it.increment(error)) {
            if (!it->is_regular_file(error)) continue;
            int fd = ::open(it->path().c_str(), O_RDONLY);
            if (fd < 0) continue;
            FileImage image(fd);
            BuildId ours = read_elf_note(image), theirs = by_libelf(fd);
            ::close(fd);
            ASSERT_EQ(ours.hex(), theirs.hex()) << it->path();
            ++compared, ++here;
            with_id += theirs ? 1 : 0;
        }
    }
    EXPECT_GT(compared, 100u);
    EXPECT_GT(with_id, 50u);
}

}  // namespace spile::buildid
