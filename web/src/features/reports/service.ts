export { NoFile, ReportState } from './report-page.tsx'
export { TrayPanel } from './tray-panel.tsx'
