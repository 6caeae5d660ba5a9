import { Button } from '@mantine/core'
import { longNames, longTitle } from '@gensvar/contract/widgets/example-states/words'
import { ApiError } from '#web/lib/api-error.ts'
import { Card } from '#web/ui/card.tsx'
import { DataCard } from '#web/ui/data-card.tsx'
import { PageCell, PageGrid } from '#web/ui/page-grid.tsx'
import { MessagePreview } from '#web/ui/message-preview/message-preview.tsx'
import { examplePdf } from '#web/ui/pdf-view/example-pdf.ts'
import { PdfView } from '#web/ui/pdf-view/pdf-view.tsx'
import { queryIn } from './query-in.ts'
import { Shown } from './shown.tsx'

const action = (
  <Button variant="default" size="xs">
    Change
  </Button>
)

const message = {
  subject: 'How was your visit?',
  html: '<!doctype html><html lang="en"><title>Visit</title><body><h1>Hi Kim</h1><p>Two questions.</p></body></html>',
  text: 'Hi Kim\n\nTwo questions.',
}

/** What content stands on. */
export function SurfacesSection() {
  return (
    <>
      <Shown name="Card" isBlock>
        <PageGrid>
          <PageCell size={4}>
            <Card>Without a heading</Card>
          </PageCell>
          <PageCell size={4}>
            <Card title="Results" subtitle="January to March 2026" actions={action}>
              With all it can have
            </Card>
          </PageCell>
          <PageCell size={4}>
            <Card title="Reaches its edges" level={3} flush>
              Content without a margin
            </Card>
          </PageCell>
          <PageCell size={2}>
            <Card title={longTitle} subtitle={longNames[1]} actions={action}>
              {longNames[0]}
            </Card>
          </PageCell>
        </PageGrid>
      </Shown>
      <Shown name="MessagePreview" isBlock>
        <MessagePreview query={queryIn.loaded(message)} label="Preview of Kim" height={160} />
        <MessagePreview query={queryIn.loaded({ ...message, html: '' })} label="Text to Kim" height={160} />
        <MessagePreview query={queryIn.loading} label="On its way" height={160} />
        <MessagePreview query={queryIn.failed(new ApiError('validation', longTitle))} label="Broken" height={160} />
      </Shown>
      <Shown name="PdfView" isBlock>
        <PdfView pdf={examplePdf} label="Letter to Kim" height={240} />
        <PdfView pdf="" label="Broken letter" height={120} />
      </Shown>
      <Shown name="DataCard" isBlock>
        <PageGrid>
          <PageCell size={4}>
            <DataCard query={queryIn.loading} title="Loading" height={120}>
              {String}
            </DataCard>
          </PageCell>
          <PageCell size={4}>
            <DataCard query={queryIn.loaded('Three units')} title="Loaded" height={120}>
              {String}
            </DataCard>
          </PageCell>
          <PageCell size={4}>
            <DataCard query={queryIn.old('Three units')} title="Newer on their way" height={120}>
              {String}
            </DataCard>
          </PageCell>
          <PageCell size={4}>
            <DataCard query={queryIn.loaded('')} title="Empty" height={120} isEmpty={(data) => data === ''}>
              {String}
            </DataCard>
          </PageCell>
          <PageCell size={4}>
            <DataCard query={queryIn.failed(new ApiError('internal', ''))} title="Failed" height={120}>
              {String}
            </DataCard>
          </PageCell>
        </PageGrid>
      </Shown>
    </>
  )
}
