import { Readable } from 'node:stream'
import type { ReportFormat } from '@gensvar/contract/entities/reports'
import type { Ctx } from '#server/domain/context.ts'
import { pdfBrand } from '#server/domain/reports/pdf/pdf-brand.ts'
import type { ReportContent } from '#server/domain/reports/report.ts'
import { writeCsv } from '#server/domain/reports/write-csv.ts'
import { writePdf } from '#server/domain/reports/write-pdf.ts'
import { writeXlsx } from '#server/domain/reports/write-xlsx.ts'
import type { WriteOptions } from '#server/domain/reports/write-xlsx.ts'
import { FileAnswer } from '#server/platform/file-answer.ts'

type Options = Pick<WriteOptions, 'onRow' | 'pause'>
type Writer = (ctx: Ctx, content: ReportContent, options: Options) => AsyncIterable<Buffer>

/** The writers of formats, and the media types of their files; one line each. */
const writers: Readonly<Record<ReportFormat, { write: Writer; type: string }>> = {
  xlsx: {
    write: (_ctx, content, options) => writeXlsx(content, options),
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  csv: { write: (_ctx, content, options) => writeCsv(content, options), type: 'text/csv; charset=utf-8' },
  pdf: { write: writeAsPdf, type: 'application/pdf' },
}

/** Writes a report of the caller in a format. */
export function writeReport(
  ctx: Ctx,
  content: ReportContent,
  format: ReportFormat,
  options: Options = {},
): AsyncIterable<Buffer> {
  return writers[format].write(ctx, content, options)
}

/** A report as a file that is made while it is sent. */
export function reportAnswer(ctx: Ctx, content: ReportContent, format: ReportFormat, name: string): FileAnswer {
  const written = Readable.from(writeReport(ctx, content, format), { objectMode: false })
  return new FileAnswer({ name, type: mediaTypeOf(format), size: null, content: written })
}

/** Media type of the files of a format. */
export function mediaTypeOf(format: ReportFormat): string {
  return writers[format].type
}

async function* writeAsPdf(ctx: Ctx, content: ReportContent): AsyncIterable<Buffer> {
  yield* writePdf(content, await pdfBrand(ctx), ctx.work?.signal)
}
