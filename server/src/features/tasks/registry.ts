import { bulkMailTask } from '#server/domain/campaigns/sending/bulk-mail-task.ts'
