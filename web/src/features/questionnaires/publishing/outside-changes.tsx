import type { QuestionnaireState } from '@gensvar/contract/questionnaires'
import { ConflictNotice } from '#web/features/dashboard-editor/service.ts'
import { changesBetween } from '../document/changes.ts'
import { editedOf } from '../document/edited-document.ts'
import type { QuestionnaireKeeper } from '../keeper.ts'
import { useTexts } from '../texts.ts'
import { ChangeList } from './change-list.tsx'
import classes from '../builder.module.css'

type Overtaken = NonNullable<QuestionnaireState['overtaken']>

/** Says that what respondents are asked was changed outside the draft, and offers to go on with that or with the draft. */
export function OutsideNotice({ keeper, overtaken }: { keeper: QuestionnaireKeeper; overtaken: Overtaken }) {
  const t = useTexts()
  return (
    <ConflictNotice
      reason={overtaken.message}
      words={{ text: t('overtakenText'), takeTheirs: t('takeOver'), keepMine: t('keepDraft') }}
      onTakeTheirs={() => keeper.discard()}
      onKeepMine={() => keeper.keepOver()}
    >
      <details className={classes['outside']}>
        <summary>{t('overtakenChanges')}</summary>
        <OutsideChanges overtaken={overtaken} />
      </details>
    </ConflictNotice>
  )
}

/** What was changed outside the draft. */
export function OutsideChanges({ overtaken: { before, after } }: { overtaken: Overtaken }) {
  return <ChangeList changes={changesBetween(editedOf(before, null), editedOf(after, null))} />
}
