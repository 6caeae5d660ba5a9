import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { StoredTemplate } from '@gensvar/contract/templates'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { AppLink } from '#web/ui/app-link.tsx'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { templatesKey } from './queries.ts'
import { text, useTexts } from './texts.ts'
import type { TemplatePlace } from './use-template-place.ts'
import classes from './templates.module.css'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

interface Props {
  place: TemplatePlace
  template: StoredTemplate
  remove: (templateId: number) => Promise<unknown>
  children: ReactNode
}

/** Heading of an editor of templates, with what is done with a whole template: duplicate and delete. */
export function TemplateFrame({ place, template, remove, children }: Props) {
  const t = useTexts()
  const isNew = template.id === 0
  return (
    <div className={classes['screen']}>
      <div className={classes['head']}>
        <div>
          {!place.isEmbedded && <AppLink href={place.back}>{t('back')}</AppLink>}
          <h1 className={classes['title']}>
            {t(isNew ? 'create' : 'update')}
            {!isNew && <span className="gv-quiet"> {template.name}</span>}
          </h1>
        </div>
        {!isNew && !place.isEmbedded && (
          <div className={classes['buttons']}>
            <Button variant="default" onClick={() => place.open(template.id, { duplicate: true })}>
              {t('duplicate')}
            </Button>
            {template.canEdit && <Delete place={place} template={template} remove={remove} />}
          </div>
        )}
      </div>
      {!template.canEdit && <p className={classes['note']}>{t('readOnly')}</p>}
      {children}
    </div>
  )
}

function Delete({ place, template, remove }: Omit<Props, 'children'>) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const removal = useMutation({
    mutationFn: () => remove(template.id),
    onSuccess: () => {
      notifyDone(text('deleted'))
      queryClient.removeQueries({ queryKey: templatesKey })
      place.leave()
    },
    onError: notifyError,
    onSettled: () => setAsked(false),
  })
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('deleteAsk')}
        message={t('deleteText', { name: template.name })}
        okText={t('delete')}
        danger
        busy={removal.isPending}
        onOk={() => removal.mutate()}
        onCancel={() => setAsked(false)}
      />
    </>
  )
}
