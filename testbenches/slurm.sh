#!/usr/bin/env bash
# Runs a sweep of 200 designs on a SLURM of two nodes on this computer, kills all workers in the middle, runs it again, and compares the
# rows with those of a run without SLURM. Argument: the program fftgen. Needs root, and Debian's packages slurm-wlm and munge, which
# it installs.
set -euo pipefail
fftgen=$(realpath "${1:?usage: slurm.sh path/to/fftgen}")
work=$(mktemp -d)
mkdir -p "$work/state" "$work/spool"
command -v slurmctld > /dev/null || apt-get install -y -q slurm-wlm munge
host=$(hostname -s)
cat > "$work/slurm.conf" << END
ClusterName=sweeps
SlurmctldHost=$host
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SchedulerType=sched/builtin
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool/%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd-%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd-%n.log
ReturnToService=2
NodeName=sweep1 NodeHostname=$host Port=17101 CPUs=1
NodeName=sweep2 NodeHostname=$host Port=17102 CPUs=1
PartitionName=short Nodes=sweep1,sweep2 Default=YES MaxTime=10 State=UP
END
export SLURM_CONF=$work/slurm.conf
stop() {
    for daemon in "$work"/*.pid; do
        [ -e "$daemon" ] || continue
        number=$(cat "$daemon")
        kill "$number" 2> /dev/null || true
        while kill -0 "$number" 2> /dev/null; do sleep 0.1; done
    done
    rm -rf "$work"
}
trap stop EXIT
mkdir -p /run/munge && chown munge: /run/munge
pgrep -x munged > /dev/null || runuser -u munge -- /usr/sbin/munged
slurmctld
slurmd -N sweep1
slurmd -N sweep2

cat > "$work/sweep.yaml" << END
sweep:
  size: [$(seq -s ', ' 2 51)]
  width: [1, 2]
  precision: [fixed8, fixed10]
END
cd "$work"
wait_for_tasks() {
    while squeue --noheader | grep -q .; do sleep 0.5; done
}
"$fftgen" sweep sweep.yaml --launcher slurm --tasks 8 --partition short --time 5
# Some designs are done, and then every worker dies.
until [ "$(cat sweep.shard-*.jsonl 2> /dev/null | wc -l)" -ge 20 ]; do sleep 0.05; done
pkill -KILL -f "sweep .*--shard" || true
wait_for_tasks
before=$(cat sweep.shard-*.jsonl | wc -l)
[ "$before" -lt 200 ] || { echo "FAIL: all designs were done before the workers died"; exit 1; }
"$fftgen" sweep sweep.yaml --launcher slurm --tasks 8 --partition short --time 5
wait_for_tasks
rows=$(cat sweep.shard-*.jsonl | wc -l)
distinct=$(cat sweep.shard-*.jsonl | grep -o '^{"key":"[0-9a-f]*"' | sort -u | wc -l)
"$fftgen" sweep sweep.yaml --json > collected.json
"$fftgen" sweep sweep.yaml --out alone > /dev/null
columns() { python3 -c '
import csv, sys
for row in csv.DictReader(open(sys.argv[1])):
    print({key: value for key, value in row.items() if key != "seconds"})' "$1"; }
cmp <(columns sweep.csv) <(columns alone.csv)
grep -q '"new": 0' collected.json
# A design whose row was half written is done again, and no other one.
[ "$distinct" -eq 200 ] && [ "$rows" -le 200 ]
echo "PASS: $before designs before the workers died, $rows rows of $distinct designs after"
