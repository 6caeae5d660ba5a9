import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Checkbox,
  Kbd,
  Loader,
  Menu,
  MultiSelect,
  NativeSelect,
  Progress,
  Radio,
  Select,
  Stack,
  Switch,
  Tabs,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { longNames, longTitle } from '@gensvar/contract/widgets/example-states/words'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { MenuEntry } from '#web/ui/menu-entry.tsx'
import { Neighbours } from '#web/ui/neighbours.tsx'
import { Shown } from './shown.tsx'

const stay = () => undefined
const regions = ['North', 'South', ...longNames]

/** Buttons, links and fields, as the theme dresses them. */
export function ControlsSection() {
  return (
    <>
      <Shown name="Button">
        <Button>Save</Button>
        <Button variant="default">Cancel</Button>
        <Button variant="subtle">Reset</Button>
        <Button variant="light">More</Button>
        <Button color="var(--gv-negative-fill)">Delete</Button>
        <Button disabled>Save</Button>
        <Button loading>Save</Button>
        <Button variant="default" size="xs">
          Try again
        </Button>
        <ActionIcon variant="subtle" color="gray" aria-label="Download">
          <IconDownload size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Shown>
      <Shown name="AppLink">
        <AppLink href={paths.responsive()}>A link inside the application</AppLink>
        <Anchor href="https://example.org">A link to elsewhere</Anchor>
        <Kbd>g</Kbd>
      </Shown>
      <Shown name="Neighbours">
        {[0, 41, 1233].map((position) => (
          <Neighbours
            key={position}
            label={`Other alerts than number ${position + 1}`}
            previous={{ text: 'Previous alert', open: position === 0 ? null : stay }}
            next={{ text: 'Next alert', open: position === 1233 ? null : stay }}
            position={position}
            total={1234}
          />
        ))}
      </Shown>
      <Shown name="Fields" isBlock>
        <Stack maw={420}>
          <TextInput label="Name" description="Once in the survey" placeholder="overview" required />
          <TextInput label="E-mail" defaultValue="anna" error="This is not an e-mail address" />
          <TextInput label={longTitle} defaultValue={longNames[0]} disabled />
          <Textarea label="Comment" autosize minRows={2} />
          <NativeSelect label="Time span" data={regions} />
          <Select label="Region" data={regions} defaultValue={longNames[1]} />
          <MultiSelect label="Regions" data={regions} defaultValue={regions.slice(1, 4)} />
          <Checkbox label="Only open alerts" defaultChecked />
          <Checkbox label={longTitle} />
          <Switch label="Send every month" defaultChecked />
          <Radio.Group label="Period" defaultValue="month">
            <Stack gap="xs" mt="xs">
              <Radio value="month" label="Month" />
              <Radio value="year" label="Year" />
            </Stack>
          </Radio.Group>
        </Stack>
      </Shown>
      <Shown name="Tabs and menus" isBlock>
        <Tabs defaultValue="North">
          <Tabs.List>
            {regions.map((region) => (
              <Tabs.Tab key={region} value={region}>
                {region}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {regions.map((region) => (
            <Tabs.Panel key={region} value={region} pt="sm">
              {region}
            </Tabs.Panel>
          ))}
        </Tabs>
        <Menu withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button variant="default">Menu</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {regions.map((region) => (
              <Menu.Item key={region}>{region}</Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Shown>
      <Shown name="MenuEntry">
        <Menu withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button variant="default">Download</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <MenuEntry icon={<IconDownload size={16} aria-hidden="true" />} closed={null}>
              The table as a file
            </MenuEntry>
            <MenuEntry
              icon={<IconDownload size={16} aria-hidden="true" />}
              closed="This is not part of this version yet."
            >
              The report
            </MenuEntry>
          </Menu.Dropdown>
        </Menu>
      </Shown>
      <Shown name="Progress" isBlock>
        <Stack>
          <Alert title="The report is being made">{longNames[2]}</Alert>
          <Progress value={40} aria-label="Report" />
          <Loader size={16} />
        </Stack>
      </Shown>
    </>
  )
}
