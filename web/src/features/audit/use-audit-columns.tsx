import { useMemo } from 'react'
import type { AuditEntryRow } from '@gensvar/contract/audit'
import { auditParts } from '@gensvar/contract/audit-words'
import type { AuditAct } from '@gensvar/contract/audit-words'
import { useFormat } from '#web/lib/format.ts'
import type { Column } from '#web/ui/data-table/columns.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useTexts } from './texts.ts'

/** The key of an act's text: dots would part it, and an act without a name needs one. */
type ActKey<Act extends string> = Act extends ''
  ? 'act_plain'
  : Act extends `${infer Before}.${infer After}`
    ? `act_${Before}-${After}`
    : `act_${Act}`

function actKey(act: AuditAct): ActKey<AuditAct> {
  return `act_${act.replace('.', '-') || 'plain'}` as ActKey<AuditAct>
}

/** The columns of the audit log. */
export function useAuditColumns(): Column<AuditEntryRow>[] {
  const t = useTexts()
  const format = useFormat()
  return useMemo(() => {
    const what = ({ action }: AuditEntryRow) => {
      const parts = auditParts(action)
      // An entry of another version of the program.
      return parts === null ? action : `${t(`thing_${parts.thing}`)}: ${t(actKey(parts.act))}`
    }
    const who = ({ user, isByUser, actor, program }: AuditEntryRow) => {
      if (program !== '') return t('program', { name: program })
      if (!isByUser) return t('nobody')
      const name = user ?? t('gone')
      return actor === null ? name : t('acting', { actor, user: name })
    }
    const plain = (
      id: 'object' | 'survey' | 'action' | 'request',
      text: (row: AuditEntryRow) => string,
    ): Column<AuditEntryRow> => ({ id, title: t(id), text, cell: text, width: 140 })
    const details = (row: AuditEntryRow) => row.details.join(' · ')
    return [
      { id: 'what', title: t('what'), naming: true, width: 220, text: what, cell: what },
      {
        ...{ id: 'at', title: t('at'), sortBy: 'at', descFirst: true, width: 150, underName: true },
        text: ({ at }) => format.moment(at),
        fileCell: ({ at }) => at,
        cell: ({ at }) => <RelativeTime moment={at} />,
      },
      { id: 'who', title: t('who'), width: 200, text: who, cell: who },
      plain('object', ({ object }) => object),
      plain('survey', ({ survey }) => survey ?? ''),
      { id: 'details', title: t('details'), width: 260, isProse: true, text: details, cell: details },
      { ...plain('action', ({ action }) => action), extra: true },
      { ...plain('request', ({ requestId }) => requestId), extra: true },
    ] satisfies Column<AuditEntryRow>[]
  }, [t, format])
}
