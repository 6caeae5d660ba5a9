import { AuditPage } from '#web/features/audit/audit-page.tsx'

/** Root's page of the audit log. */
export default function AuditLog() {
  return <AuditPage />
}
