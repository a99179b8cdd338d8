#!/usr/bin/env bash
# A real Slurm of two virtual nodes, on 127.0.0.1 alone, runs scripts/slurm/tiles.sh: a job array of shards and the merge that depends on it.
#   tests/slurm_test.sh OROGRAPH
# Exit 0 good, 1 bad, 77 not tried here. Every process started is stopped by its id, whatever happens.
set -euo pipefail
orograph=$(realpath "$1")
root=$(cd "$(dirname "$0")/.." && pwd)
for program in munged slurmctld slurmd sbatch scontrol python3; do
  PATH=$PATH:/usr/sbin command -v $program >/dev/null || { echo "  skipped: $program is not installed"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "  skipped: slurmctld and munged are started as root here"; exit 77; }
PATH=$PATH:/usr/sbin
work=$(mktemp -d)
host=$(hostname -s)
read -r ctl d1 d2 < <(python3 -c '
import socket
s = [socket.socket() for _ in range(3)]
[one.bind(("127.0.0.1", 0)) for one in s]
print(*[one.getsockname()[1] for one in s])')

stop() {
  for name in n1 n2 slurmctld munged; do
    pid=$(cat "$work/$name.pid" 2>/dev/null || true)
    [ -z "$pid" ] || kill "$pid" 2>/dev/null || true
  done
  sleep 1
  for name in n1 n2 slurmctld munged; do
    pid=$(cat "$work/$name.pid" 2>/dev/null || true)
    [ -z "$pid" ] || kill -9 "$pid" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap stop EXIT

mkdir -m 0711 "$work/munge"
chmod 0711 "$work"
(umask 077; head -c 128 /dev/urandom >"$work/munge/key")
munged --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munged.pid" --log-file="$work/munge/log" \
  --seed-file="$work/munge/seed" --force
mkdir "$work/state" "$work/spool-n1" "$work/spool-n2"
cat >"$work/slurm.conf" <<CONF
ClusterName=loopback
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
SlurmctldPort=$ctl
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation=$work/state
SlurmctldPidFile=$work/slurmctld.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdSpoolDir=$work/spool-%n
SlurmdPidFile=$work/%n.pid
SlurmdLogFile=$work/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
EpilogMsgTime=0
SchedulerParameters=batch_sched_delay=0,sched_interval=1
MaxArraySize=10001
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$d1 CPUs=1
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$d2 CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$work/slurm.conf
slurmctld -c -f "$SLURM_CONF"
slurmd -N n1 -f "$SLURM_CONF"
slurmd -N n2 -f "$SLURM_CONF"

echo '{"name": "land", "image": {"width": 700, "height": 500}}' >"$work/land.json"
cd "$work"
export SBATCH_OPTIONS="--output=$work/job-%A_%a.out" OROGRAPH=$orograph
read -r array merge < <("$root/scripts/slurm/tiles.sh" 6 "$work/out" "$work/land.json" --tiles 6x4)
echo "array $array, merge $merge"
for _ in $(seq 90); do
  state=$(scontrol -o show job "$merge" | grep -o 'JobState=[A-Z_]*')
  case $state in
    JobState=COMPLETED) break ;;
    JobState=PENDING | JobState=RUNNING | JobState=COMPLETING | JobState=CONFIGURING) sleep 1 ;;
    *) echo "merge: $state"; cat "$work"/job-*.out; exit 1 ;;
  esac
done
[ "$state" = JobState=COMPLETED ] || { echo "merge: $state"; scontrol -o show jobs; tail -20 "$work"/*.log "$work"/job-*.out; exit 1; }
nodes=$(scontrol -o show jobs | grep -o ' NodeList=n[12]' | sort -u | wc -l)
[ "$nodes" = 2 ] || { echo "only $nodes node was used"; exit 1; }

"$orograph" verify "$work/out/land"
"$orograph" generate "$work/out/land/spec.json" --only report -o "$work/alone" -q
cmp "$work/out/land/report.json" "$work/alone/land/report.json"
echo "two nodes made 24 tiles in 6 tasks, and the merge after them is the whole"
