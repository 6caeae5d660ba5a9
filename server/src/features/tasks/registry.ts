import type { TaskType } from '#server/domain/tasks/task-type.ts'
import { importTask } from '#server/features/imports/service.ts'
import { cleanUpTask } from './types/clean-up.ts'
import { testTask } from './types/test.ts'

/** Every type of task this version can process; one line each. Other features export theirs from their `service.ts`. */
export const taskHandlers: readonly TaskType[] = [cleanUpTask, importTask, testTask]
