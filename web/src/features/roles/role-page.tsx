import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteRole, viewAsRole } from '@gensvar/contract/roles'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { useGo } from '#web/lib/use-go.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { roleQuery, rolesKey } from './queries.ts'
import type { RoleDetails } from './role-body.ts'
import { RoleEditor } from './role-editor.tsx'
import { RoleMatrix } from './role-matrix.tsx'
import { text, useTexts } from './texts.ts'
import classes from './roles.module.css'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

/** A role: its flags, its rights in each survey, and what it can do with its parents; id 0 is a new one. */
export function RolePage({ survey, roleId }: { survey: string; roleId: number }) {
  const t = useTexts()
  const query = useQuery(roleQuery(survey, roleId))
  return (
    <DataState query={query} height={480}>
      {(role) => (
        <div className={classes['screen']}>
          <div className={classes['head']}>
            <div>
              <AppLink href={paths.roles(survey)}>{t('toRoles')}</AppLink>
              <h1 className={classes['title']}>{role.id === 0 ? t('newRole') : role.name}</h1>
            </div>
            {role.id > 0 && (
              <div className={classes['buttons']}>
                {role.mayView && <ViewAs survey={survey} role={role} />}
                {role.mayEdit && <Delete survey={survey} role={role} />}
              </div>
            )}
          </div>
          {!role.mayEdit && <p className={classes['help']}>{t('readOnly')}</p>}
          <RoleEditor survey={survey} role={role} />
          <RoleMatrix survey={survey} roleId={role.id} />
        </div>
      )}
    </DataState>
  )
}

interface Props {
  survey: string
  role: RoleDetails
}

function ViewAs({ survey, role }: Props) {
  const t = useTexts()
  const view = useMutation({
    mutationFn: () => call(viewAsRole, { params: { survey, roleId: role.id } }),
    onSuccess: ({ profileURL }) => window.location.assign(profileURL),
    onError: notifyError,
  })
  return (
    <Button variant="default" loading={view.isPending} onClick={() => view.mutate()}>
      {t('viewAs')}
    </Button>
  )
}

function Delete({ survey, role }: Props) {
  const t = useTexts()
  const go = useGo()
  const queryClient = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(deleteRole, { params: { survey, roleId: role.id } }),
    onSuccess: () => {
      notifyDone(text('deleted'))
      queryClient.removeQueries({ queryKey: roleQuery(survey, role.id).queryKey })
      go(paths.roles(survey))
    },
    onError: notifyError,
    onSettled: () => {
      setAsked(false)
      void queryClient.invalidateQueries({ queryKey: [...rolesKey, 'list'] })
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t('deleteRole')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('deleteAsk')}
        message={t('deleteText', { name: role.name })}
        okText={t('deleteRole')}
        danger
        busy={remove.isPending}
        onOk={() => remove.mutate()}
        onCancel={() => setAsked(false)}
      />
    </>
  )
}
