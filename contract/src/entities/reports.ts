import { z } from 'zod'
import { defineEntity } from './entity.ts'

/** Formats of report files. */
export const reportFormats = ['xlsx', 'csv', 'pdf'] as const

/** One of them. */
export type ReportFormat = (typeof reportFormats)[number]

/** How far a report has come; `position` counts the tasks ahead of it. */
export const reportStatus = z.object({
  status: z.enum(['QUEUED', 'PROCESSING', 'FINISHED', 'FAILED']),
  position: z.number().int().min(0),
})

/** What tells a report from others of its owner. */
export const reportDetails = z.object({
  taskUUID: z.uuid(),
  /** What it holds and of which place, in the reader's language. */
  title: z.string(),
  fileName: z.string(),
  format: z.enum(reportFormats),
  created: z.iso.datetime({ offset: true }),
  /** When its file is removed; null until it is finished. */
  expires: z.iso.datetime({ offset: true }).nullable(),
  /** Size of the file in bytes; null until it is finished. */
  size: z.number().int().nullable(),
  /** Rows written, of how many; null before it is known. */
  progress: z.object({ done: z.number().int(), total: z.number().int().nullable() }).nullable(),
  /** Why it failed, in words; empty otherwise. */
  reason: z.string(),
  /** Whether its owner has opened the file. */
  isDownloaded: z.boolean(),
})

/** What creating a report answers with. */
export const reportTask = z.object({ taskUUID: z.uuid() })

/** Report entities with their examples. */
export const reportEntities = {
  ReportStatus: defineEntity(reportStatus, { status: 'FINISHED', position: 0 }),
  ReportTask: defineEntity(reportTask, { taskUUID: '7f3c1c5e-5a3e-4f0e-9a61-2d0c8a4b6e10' }),
}
