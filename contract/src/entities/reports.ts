import { z } from 'zod'
import { defineEntity } from './entity.ts'

/** How far a report has come; `position` counts the tasks ahead of it. */
export const reportStatus = z.object({
  status: z.enum(['QUEUED', 'PROCESSING', 'FINISHED', 'FAILED']),
  position: z.number().int().min(0),
})

/** What creating a report answers with. */
export const reportTask = z.object({ taskUUID: z.uuid() })

/** Report entities with their examples. */
export const reportEntities = {
  ReportStatus: defineEntity(reportStatus, { status: 'FINISHED', position: 0 }),
  ReportTask: defineEntity(reportTask, { taskUUID: '7f3c1c5e-5a3e-4f0e-9a61-2d0c8a4b6e10' }),
}
