import { protectionTask } from './protection-task.ts'
import { retentionTask } from './retention-task.ts'

/** Types of task that protect respondents. */
export const respondentTasks = [protectionTask, retentionTask]
