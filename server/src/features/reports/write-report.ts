import type { ReportFormat } from '@gensvar/contract/entities/reports'
import { say } from '@gensvar/contract/say'
import type { ReportContent } from '#server/domain/reports/report.ts'
import { writeCsv } from '#server/domain/reports/write-csv.ts'
import { writeXlsx } from '#server/domain/reports/write-xlsx.ts'
import { AppError } from '#server/platform/errors.ts'

type Writer = (content: ReportContent, options: { onRow: () => void }) => AsyncIterable<Buffer>

/** The writers of formats, and the media types of their files; one line each. */
const writers: { [Format in ReportFormat]?: { write: Writer; type: string } } = {
  xlsx: { write: writeXlsx, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  csv: { write: writeCsv, type: 'text/csv; charset=utf-8' },
}

/** Writes a report in a format; `onRow` is called for every row of a table. Throws as `demandFormat` does. */
export function writeReport(content: ReportContent, format: ReportFormat, onRow = () => {}): AsyncIterable<Buffer> {
  return writerOf(format).write(content, { onRow })
}

/** Media type of the files of a format. */
export function mediaTypeOf(format: ReportFormat): string {
  return writerOf(format).type
}

/** Throws `validation` for a format that this version does not write. */
export function demandFormat(format: ReportFormat): void {
  writerOf(format)
}

function writerOf(format: ReportFormat): { write: Writer; type: string } {
  const writer = writers[format]
  if (writer) return writer
  throw new AppError('validation', say`This report is not offered in the format ${format}.`, {
    format: say`not offered`,
  })
}
