import { useParams } from '@tanstack/react-router'
import { ReportPage } from '#web/features/reports/report-page.tsx'

/** A report by its address: how far it is, and its file. */
export default function ReportDownloadScreen() {
  const { survey = '-', reportUuid = '' } = useParams({ strict: false })
  return <ReportPage key={reportUuid} survey={survey} taskUUID={reportUuid} />
}
