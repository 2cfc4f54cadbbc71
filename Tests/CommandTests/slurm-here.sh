#!/bin/sh
# Starts a Slurm of two nodes on this machine, runs a line of the shell as an array job in it, and ends it again:
# slurm-here.sh FOLDER TASKS 'LINE'. SLURM_ARRAY_TASK_ID counts from 1. Needs root, munged, slurmctld and slurmd.
set -eu
folder=$1 tasks=$2 line=$3
mkdir -p "$folder/state" "$folder/run"
chmod 755 "$folder" "$folder/run"
export SLURM_CONF="$folder/slurm.conf"

port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

head -c 1024 /dev/urandom >"$folder/munge.key"
chmod 600 "$folder/munge.key"
cat >"$SLURM_CONF" <<END
ClusterName=here
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$(port)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/run/munge.socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool.%n
SlurmctldPidFile=$folder/run/slurmctld.pid
SlurmdPidFile=$folder/run/%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
NodeName=n1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=$(port) CPUs=1
NodeName=n2 NodeHostname=localhost NodeAddr=127.0.0.1 Port=$(port) CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES State=UP
END

finish() {
  for pid in "$folder"/run/*.pid; do
    [ ! -f "$pid" ] || kill "$(cat "$pid")" 2>/dev/null || true
  done
}
trap finish EXIT
munged --force --key-file="$folder/munge.key" --socket="$folder/run/munge.socket" --pid-file="$folder/run/munged.pid" \
  --log-file="$folder/munged.log" --seed-file="$folder/munged.seed"
slurmctld -f "$SLURM_CONF"
slurmd -f "$SLURM_CONF" -N n1
slurmd -f "$SLURM_CONF" -N n2

# A node registers when it likes; a job waits for it.
printf '#!/bin/sh\n%s\n' "$line" >"$folder/job.sh"
sbatch --wait --array="1-$tasks" --ntasks=1 --output="$folder/task-%a.log" "$folder/job.sh"
