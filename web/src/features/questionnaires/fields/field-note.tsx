import type { ReactNode } from 'react'
import { useParts } from '../builder-parts.ts'
import classes from './fields.module.css'

/** What an input shows at a field: its error, and its help or what is worth a look. */
export interface NotedProps {
  'data-path': string
  error: string | undefined
  description: ReactNode
}

/** Props of an input at a path, with what is wrong there; `note` is a hint where the check has none. */
export function useNoted(): (path: string, help?: string, note?: string) => NotedProps {
  const { problemAt } = useParts()
  return (path, help, note) => {
    const problem = problemAt(path)
    const hint = problem === undefined ? note : problem.severity === 'hint' ? problem.message : undefined
    const description = hint === undefined ? help : <span className={classes['hint']}>{hint}</span>
    return { 'data-path': path, error: problem?.severity === 'error' ? problem.message : undefined, description }
  }
}
