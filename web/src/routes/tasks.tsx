import { TasksPage } from '#web/features/tasks/tasks-page.tsx'

/** Root's page of tasks. */
export default function Tasks() {
  return <TasksPage />
}
