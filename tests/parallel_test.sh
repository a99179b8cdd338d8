#!/usr/bin/env bash
# GNU Parallel over local workers, one of which fails at first, and over two "hosts" on 127.0.0.1 by sshd: the sets are what one worker makes.
#   tests/parallel_test.sh OROGRAPH
# Exit 0 good, 1 bad, 77 not tried here. sshd is stopped by its id.
set -euo pipefail
orograph=$(realpath "$1")
command -v parallel >/dev/null || { echo "  skipped: GNU parallel is not installed"; exit 77; }
parallel --version 2>/dev/null | grep -q "^GNU parallel" || { echo "  skipped: parallel is not GNU's"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PARALLEL_HOME=$work/parallel
mkdir "$PARALLEL_HOME"
touch "$PARALLEL_HOME/will-cite"
cd "$work"
echo '{"name": "land", "image": {"width": 700, "height": 500}}' >land.json
"$orograph" tile land.json --tiles 6x4 -o alone -q
"$orograph" merge alone/land -q
same() { diff -r alone/land "$1/land" && "$orograph" verify "$1/land"; }

# A worker that breaks at its first try: its shard is tried again.
cat >shaky <<SH
#!/bin/sh
case "\$*" in *"--shard 3/8"*) [ -e broken ] || { touch broken; exit 9; } ;; esac
exec "$orograph" "\$@"
SH
chmod +x shaky
parallel -j 4 --joblog tiles.log --retries 2 ./shaky tile land.json --tiles 6x4 --threads 1 -q -o local --shard {}/8 ::: 0 1 2 3 4 5 6 7
[ -e broken ] && [ "$(awk 'NR > 1 && $7 == 0' tiles.log | sort -u -k9 | wc -l)" -ge 8 ]
"$orograph" merge local/land -q
same local

# Without retries the joblog knows what is missing, and --resume-failed makes that alone.
rm broken
parallel -j 4 --joblog again.log ./shaky tile land.json --tiles 6x4 --threads 1 -q -o resumed --shard {}/8 ::: 0 1 2 3 4 5 6 7 && exit 1
"$orograph" merge resumed/land -q 2>missing && exit 1
grep -q "3 of 24 tiles are missing" missing
before=$(stat -c '%n %i' resumed/land/x*/tile.json | sort)
parallel -j 4 --joblog again.log --resume-failed ./shaky tile land.json --tiles 6x4 --threads 1 -q -o resumed --shard {}/8 ::: 0 1 2 3 4 5 6 7
[ "$(comm -12 <(echo "$before") <(stat -c '%n %i' resumed/land/x*/tile.json | sort) | wc -l)" = 21 ]
"$orograph" merge resumed/land -q
same resumed

sshd=$(PATH=$PATH:/usr/sbin command -v sshd || true)
if [ -z "$sshd" ] || ! command -v ssh-keygen >/dev/null || [ "$(id -u)" != 0 ]; then
  echo "  skipped: hosts by sshd: needs sshd and root"
  exit 0
fi
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
ssh-keygen -q -t ed25519 -N "" -f host
ssh-keygen -q -t ed25519 -N "" -f user
mkdir -p /run/sshd
cat >sshd.conf <<CONF
ListenAddress 127.0.0.1
Port $port
HostKey $work/host
AuthorizedKeysFile $work/user.pub
PidFile $work/sshd.pid
StrictModes no
UsePAM no
PermitRootLogin prohibit-password
CONF
cat >ssh.conf <<CONF
Host n1 n2
  HostName 127.0.0.1
  Port $port
  User root
  IdentityFile $work/user
  UserKnownHostsFile /dev/null
  StrictHostKeyChecking no
  LogLevel ERROR
CONF
"$sshd" -f "$work/sshd.conf"
trap 'kill "$(cat "$work/sshd.pid")" || true; rm -rf "$work"' EXIT
export PARALLEL_SSH="ssh -F $work/ssh.conf"
parallel -S 2/n1,2/n2 --workdir "$work" --joblog hosts.log --retries 3 \
  "$orograph" tile land.json --tiles 6x4 --threads 1 -q -o hosts --shard {}/8 ::: 0 1 2 3 4 5 6 7
[ "$(awk 'NR > 1 { print $2 }' hosts.log | sort -u | wc -l)" = 2 ]
"$orograph" merge hosts/land -q
same hosts
