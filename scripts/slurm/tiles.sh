#!/usr/bin/env bash
# Tiles on a Slurm cluster: a job array, and the merge that waits for it. The folder of the set is one that all nodes share.
#   scripts/slurm/tiles.sh TASKS DIR SPEC --tiles NXxNZ [further options of orograph tile]
# prints the ids of the array and of the merge. A task is many tiles: starting one costs seconds. What the tasks ask of a node:
#   SBATCH_OPTIONS="--cpus-per-task=8 --mem=4G --time=2:00:00"; OROGRAPH names the program where it is not on the PATH.
# After a failure run the same command again: finished tiles are left alone.
set -euo pipefail
[ $# -ge 4 ] || { sed -n '2,6s/^# \?//p' "$0" >&2; exit 2; }
tasks=$1 folder=$2 spec=$3
shift 3
export OROGRAPH=${OROGRAPH:-orograph}

# Read once, here, so that a bad spec fails now and the set's name is known.
name=$("$OROGRAPH" check "$spec" | sed -n 's/^  "name": "\(.*\)",$/\1/p')
[ -n "$name" ] || exit 2
options=$(printf ' %q' "$spec" -o "$folder" "$@")
# shellcheck disable=SC2086
array=$(sbatch --parsable ${SBATCH_OPTIONS:-} --job-name="tile-$name" --array="0-$((tasks - 1))" \
  --wrap="exec \"\$OROGRAPH\" tile$options --shard \$SLURM_ARRAY_TASK_ID/$tasks --threads \${SLURM_CPUS_PER_TASK:-1} -q")
# shellcheck disable=SC2086
merge=$(sbatch --parsable ${SBATCH_OPTIONS:-} --job-name="merge-$name" --dependency="afterok:$array" --kill-on-invalid-dep=yes \
  --wrap="exec \"\$OROGRAPH\" merge $(printf %q "$folder/$name") --threads \${SLURM_CPUS_PER_TASK:-1}")
echo "$array $merge"
