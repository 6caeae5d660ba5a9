import { Button, CopyButton, Group, List, Menu, Modal, Radio, Stack, Text } from '@mantine/core'
import { IconBrandFacebook, IconBrandLinkedin, IconCheck, IconCopy, IconShare } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { InterviewData } from '@gensvar/contract/entities/interview'
import { shareInterview } from '@gensvar/contract/interviews'
import { useLocalText } from '#web/lib/local-text.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { sharesQuery, useRevokeShare } from './queries.ts'
import classes from './interview.module.css'
import { useTexts } from './texts.ts'

type Network = 'FACEBOOK' | 'LINKEDIN'

const networks = [
  { network: 'FACEBOOK', name: 'Facebook', icon: IconBrandFacebook },
  { network: 'LINKEDIN', name: 'LinkedIn', icon: IconBrandLinkedin },
] as const

/** Offers the networks an interview can be shared on; a dialog asks which quote becomes public. */
export function ShareMenu({ data, survey }: { data: InterviewData; survey: string }) {
  const t = useTexts()
  const [network, setNetwork] = useState<Network | null>(null)
  return (
    <>
      <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" size="sm" leftSection={<IconShare size={16} stroke={1.75} aria-hidden="true" />}>
            {t('share')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {networks.map(({ network: one, name, icon: Logo }) => (
            <Menu.Item
              key={one}
              leftSection={<Logo size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => setNetwork(one)}
            >
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {network !== null && (
        <ShareDialog data={data} survey={survey} network={network} onClose={() => setNetwork(null)} />
      )}
    </>
  )
}

interface DialogProps {
  data: InterviewData
  survey: string
  network: Network
  onClose: () => void
}

/** Says exactly what becomes public, makes the page, and lists those that are public already. */
function ShareDialog({ data, survey, network, onClose }: DialogProps) {
  const t = useTexts()
  const text = useLocalText()
  const ref = { survey, interviewId: data.interviewId }
  const queryClient = useQueryClient()
  const [isPublished, setPublished] = useState(false)
  const form = useContractForm(shareInterview, {
    params: ref,
    initial: { network, quote: null },
    warns: false,
    onSaved: async (share) => {
      window.open(share.sharingURL, '_blank', 'noopener')
      setPublished(true)
      await queryClient.invalidateQueries({ queryKey: sharesQuery(ref).queryKey })
    },
  })
  const name = networks.find((one) => one.network === network)?.name ?? ''
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shareOn', { network: name })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="md">
        <Text>{t('shareExplained')}</Text>
        {!isPublished ? (
          <Form form={form} save={t('publish')} onCancel={onClose}>
            <Radio.Group label={t('quote')} {...form.field('quote', { empty: null })}>
              <Stack gap="xs" mt="xs">
                <Radio value="" label={t('noQuote')} />
                {data.openQuestionsData.map((open) => (
                  <Radio
                    key={open.variable}
                    value={open.variable}
                    label={`“${open.value}”`}
                    description={text(open.label)}
                  />
                ))}
              </Stack>
            </Radio.Group>
          </Form>
        ) : (
          <>
            <Text size="sm" role="status">
              {t('published')}
            </Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t('close')}
              </Button>
            </Group>
          </>
        )}
        <PublicPages {...ref} onTakenBack={() => setPublished(false)} />
      </Stack>
    </Modal>
  )
}

/** Pages of the interview that are public now, each with a button to revoke it. */
function PublicPages({ onTakenBack, ...ref }: { survey: string; interviewId: number; onTakenBack: () => void }) {
  const t = useTexts()
  const { data } = useQuery(sharesQuery(ref))
  const revoke = useRevokeShare(ref)
  if (!data || data.shares.length === 0) return null
  return (
    <section aria-label={t('publicPages')}>
      <Text fw={600} mb="xs">
        {t('publicPages')}
      </Text>
      <List listStyleType="none" spacing="xs">
        {data.shares.map((share) => (
          <List.Item key={share.shareId}>
            <Group justify="space-between" wrap="nowrap" gap="md">
              <Text size="sm" lineClamp={2}>
                {share.network === 'FACEBOOK' ? 'Facebook' : 'LinkedIn'} · <RelativeTime moment={share.createdAt} />
                {share.quote !== '' && ` · “${share.quote}”`}
              </Text>
              <Button
                size="compact-sm"
                variant="default"
                loading={revoke.isPending}
                onClick={() => revoke.mutate(share.shareId, { onSuccess: onTakenBack })}
              >
                {t('takeBack')}
              </Button>
            </Group>
            {share.publishUrl !== null && <PublicLink address={share.publishUrl} />}
          </List.Item>
        ))}
      </List>
    </section>
  )
}

/** The address of a public page, with a button that copies it. */
function PublicLink({ address }: { address: string }) {
  const t = useTexts()
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <a className={classes['publicLink']} href={address} target="_blank" rel="noreferrer">
        {address}
      </a>
      <CopyButton value={address} timeout={3000}>
        {({ copied, copy }) => (
          <Button
            size="compact-sm"
            variant="default"
            className={classes['copy']}
            leftSection={
              copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />
            }
            onClick={copy}
          >
            <span role="status">{copied ? t('copied') : t('copyLink')}</span>
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
