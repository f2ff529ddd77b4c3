# SPDX-License-Identifier: GPL-2.0
#
# Teaches kbuild to compile freestanding C++ (.cc). Included by ./Kbuild.
#
# A .cc file gets the flags that kbuild gives to a .c file of the same module
# (retpolines, return thunks, stack and sanitizer flags are never retyped
# here), less those that only C knows, plus the freestanding C++ ones below.
# Its object goes through objtool and fixdep like any other.
#
# What ./Kbuild may set:
#   ccflags-y        for .c and .cc, e.g. -I$(src)/include
#   cxxflags-y       for .cc only
#   CFLAGS_<path>.o  for one file
#
# C++ sees neither kernel headers nor kconfig.h: only the compiler's own
# freestanding headers (stddef.h, stdint.h, stdarg.h) are on its path.

# Nothing of this module may be traceable, or a tracer would trace itself.
ccflags-remove-y += $(CC_FLAGS_FTRACE)

# gcc-12 -> g++-12, clang -> clang++; a prefix (cross, ccache) is kept.
spile-cxx := $(if $(findstring clang,$(CC)),$(subst clang,clang++,$(CC)),$(subst gcc,g++,$(CC)))

spile-cxx-c-only := \
	-std=% \
	-fms-extensions \
	-Wimplicit% -Werror=implicit% -Wno-implicit% \
	-Wstrict-prototypes -Werror=strict-prototypes \
	-Wmissing-prototypes -Wold-style-definition -Wold-style-declaration \
	-Wnested-externs -Wmissing-parameter-type \
	-Wno-pointer-sign -Wint-conversion -Werror=int-conversion \
	-Wdeclaration-after-statement -Werror=declaration-after-statement \
	-Wdesignated-init -Werror=designated-init \
	-Wincompatible-pointer-types -Werror=incompatible-pointer-types \
	-Wno-override-init -Woverride-init \
	-Wno-format-truncation -Wenum-conversion -Wno-enum-conversion

# -fno-weak: templates and inline functions become local to each object. As
# COMDAT groups, which `ld -r` drops but for one, they would leave objtool's lists
# of return sites pointing into code that is not there ("missing return thunk").
spile-cxx-flags := \
	-std=gnu++20 -ffreestanding \
	-fno-exceptions -fno-rtti -fno-threadsafe-statics \
	-fno-asynchronous-unwind-tables -fno-unwind-tables -fno-weak \
	-nostdinc -nostdinc++ -fmacro-prefix-map=$(src)/= \
	-isystem $(shell $(spile-cxx) -print-file-name=include)

# pahole cannot turn C++ DWARF into BTF. It runs on a module only where the
# headers bring a vmlinux (Debian: from 6.12 on); there C++ goes without DWARF.
spile-cxx-debug := $(if $(wildcard $(objtree)/vmlinux),-g0)

# _c_flags and the macros below come from scripts/Makefile.lib, which kbuild
# reads after ./Kbuild: they are expanded when a recipe runs.
spile-cxx-cmdline = -Wp,-MMD,$(depfile) \
	$(filter-out $(spile-cxx-c-only),$(_c_flags) $(modkern_cflags)) \
	$(spile-cxx-flags) $(spile-cxx-debug) \
	$(cxxflags-y) \
	$(basename_flags) $(modname_flags)

quiet_cmd_cxx_o_cc = CXX $(quiet_modtag) $@
      cmd_cxx_o_cc = $(spile-cxx) $(spile-cxx-cmdline) -c -o $@ $< $(cmd_objtool)

define rule_cxx_o_cc
	$(call cmd_and_fixdep,cxx_o_cc)
	$(call cmd,gen_objtooldep)
endef

$(obj)/%.o: $(src)/%.cc FORCE
	$(call if_changed_rule,cxx_o_cc)
