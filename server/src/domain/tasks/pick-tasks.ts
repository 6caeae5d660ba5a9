/** A waiting task that may be next. */
export interface WaitingTask {
  id: number
  /** The tenant; 0 for the installation itself. */
  lane: number
  type: string
  priority: number
  due: Date
}

/** What one server runs at a time. */
export interface Limits {
  slots: number
  /** Most tasks of one tenant. Below `slots`, so that another tenant never waits for them. */
  perTenant: number
  /** Most tasks of a type. */
  ofType: (type: string) => number
}

/**
 * Chooses the tasks to begin: by priority, then of the tenant with the fewest running, then the longest due. What would
 * exceed a limit is left out.
 */
export function pickTasks(
  waiting: readonly WaitingTask[],
  running: readonly Pick<WaitingTask, 'lane' | 'type'>[],
  { slots, perTenant, ofType }: Limits,
): number[] {
  const taken = [...running]
  const left = new Set(waiting)
  const count = (of: (one: Pick<WaitingTask, 'lane' | 'type'>) => boolean) => taken.filter(of).length
  const ofLane = ({ lane }: WaitingTask) => count((one) => one.lane === lane)
  const picked: number[] = []
  while (taken.length < slots) {
    const [next] = [...left]
      .filter((task) => ofLane(task) < perTenant && count(({ type }) => type === task.type) < ofType(task.type))
      .toSorted(
        (a, b) => a.priority - b.priority || ofLane(a) - ofLane(b) || a.due.getTime() - b.due.getTime() || a.id - b.id,
      )
    if (!next) break
    left.delete(next)
    taken.push(next)
    picked.push(next.id)
  }
  return picked
}
