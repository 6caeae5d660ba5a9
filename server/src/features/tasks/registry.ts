import { commentsTask } from '#server/domain/comments/comments-task.ts'
import { learningTask } from '#server/domain/comments/learning/learning-task.ts'
import { messageEventsTask } from '#server/domain/campaigns/events/events-task.ts'
import { recordingsTask } from '#server/domain/campaigns/recordings/recordings-task.ts'
import { roundsTask } from '#server/domain/campaigns/rounds/rounds-task.ts'
import { bulkMailTask } from '#server/domain/campaigns/sending/bulk-mail-task.ts'
import type { TaskType } from '#server/domain/tasks/task-type.ts'
import { weightsTask } from '#server/domain/weights/weights-task.ts'
import { webhooksTask } from '#server/domain/webhooks/webhooks-task.ts'
import { countAnswersTask } from '#server/features/answers/service.ts'
import { backupTask } from '#server/features/backups/service.ts'
import { evaluationTask } from '#server/features/actions/service.ts'
import { escalationTask } from '#server/features/alerts/service.ts'
import { noticeTasks } from '#server/features/notices/service.ts'
import { importTask } from '#server/features/imports/service.ts'
import { poolsTask } from '#server/features/pools/service.ts'
import { respondentTasks } from '#server/features/respondents/service.ts'
import { reportTaskTypes } from '#server/features/reports/service.ts'
import { updatesTask } from '#server/features/samples/service.ts'
import { subscriptionTask } from '#server/features/subscriptions/service.ts'
import { unitTask } from '#server/features/units/service.ts'
import { cleanUpTask } from './types/clean-up.ts'
import { testTask } from './types/test.ts'

/** Every type of task this version can process; one line each. Other features export theirs from their `service.ts`. */
export const taskHandlers: readonly TaskType[] = [
  backupTask,
  bulkMailTask,
  roundsTask,
  cleanUpTask,
  commentsTask,
  countAnswersTask,
  escalationTask,
  evaluationTask,
  importTask,
  learningTask,
  messageEventsTask,
  recordingsTask,
  testTask,
  ...noticeTasks,
  poolsTask,
  ...respondentTasks,
  ...reportTaskTypes,
  subscriptionTask,
  updatesTask,
  unitTask,
  webhooksTask,
  weightsTask,
]
