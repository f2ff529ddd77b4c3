# SPDX-License-Identifier: GPL-2.0
# Completion for bash. Install as spile in /usr/share/bash-completion/completions.

_spile()
{
	local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
	local command=${COMP_WORDS[1]} words
	COMPREPLY=()
	case $command in
	inject)
		case $previous in
		-i | --input | -o | --output)
			mapfile -t COMPREPLY < <(compgen -f -- "$current")
			compopt -o filenames 2>/dev/null
			return
			;;
		--guestmount)
			mapfile -t COMPREPLY < <(compgen -d -- "$current")
			compopt -o filenames 2>/dev/null
			return
			;;
		--callchain) words="auto yes no" ;;
		*) words="-b --build-ids --buildid-all -B --mmap2-buildids --mmap2-buildid-all -i --input -o --output --callchain --guestmount -f --force -v --verbose -h --help" ;;
		esac
		;;
	bench)
		if [ "$COMP_CWORD" = 2 ]; then
			words="inject --help"
		elif [ "$previous" = --program ]; then
			mapfile -t COMPREPLY < <(compgen -c -- "$current")
			return
		else
			words="-i --iterations -m --nr-mmaps -n --nr-samples --program --write-each -v --verbose -h --help"
		fi
		;;
	*) [ "$COMP_CWORD" = 1 ] && words="inject bench --help --version" ;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -F _spile spile
