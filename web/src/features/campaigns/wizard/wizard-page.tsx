import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIdentity } from '#web/lib/session-store.ts'
import { useScreenTitle } from '#web/lib/screen-title.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import { infoQuery } from './wizard-place.ts'
import type { WizardPlace } from './wizard-place.ts'
import { firstDraft, furtherTypes, keptState, methodsOf } from './wizard-state.ts'
import type { WizardState } from './wizard-state.ts'
import classes from './wizard.module.css'
import { Wizard } from './wizard.tsx'

const untouched = { filters: null, deleted: [] }

/** The wizard of a new campaign: what was entered before is there again, else what the server suggests. */
export function WizardPage({ at }: { at: WizardPlace }) {
  const t = useTexts()
  const { userId } = useIdentity()
  const user = String(userId)
  const [kept] = useState(() => keptState(user, at))
  const [sendingType] = useState(kept?.draft.sendingType)
  const query = useQuery(infoQuery(at, sendingType, kept ? furtherTypes(kept.draft) : [], kept?.chosen ?? untouched))
  useScreenTitle(t('newCampaign'))
  return (
    <>
      <h1 className={classes['title']}>{t('newCampaign')}</h1>
      <DataState query={query} height={640}>
        {(info) => {
          if (methodsOf(info).length === 0) return <Empty title={t('noMethods')} />
          const state: WizardState = kept ?? { draft: firstDraft(info), chosen: untouched }
          return <Wizard at={at} user={user} first={state} />
        }}
      </DataState>
    </>
  )
}
