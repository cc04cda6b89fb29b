// Provides what opens over a form: each kind with its button, and what is seen once it is open.
import type { Locator, Page } from 'playwright-core'

export interface Popup {
  readonly name: string
  /** What opens it. */
  readonly opener: string
  /** A button inside of what the first has opened, which opens this. */
  readonly further?: string
  /** What is there once it is open. */
  readonly opened: string
  /** The button that closes it; without one the Escape key does. */
  readonly closer?: string
  /** Others open inside of it. */
  readonly isForm?: boolean
}

/** The browser's own, or the console's. */
export const DIALOG = ':is(dialog[open], .ant-modal)'
const CLOSE = `${DIALOG} :is(.eq-dialog-head button, .ant-modal-close)`

const CALENDAR = {
  opener: '.eq-date-button:enabled',
  opened: '.eq-date-popup .ant-picker-date-panel .eq-day[tabindex="0"]:focus',
}

export const POPUPS: readonly Popup[] = [
  {
    name: 'searchable list',
    opener: '.ant-select:not(.ant-select-disabled) input[role=combobox]',
    opened: '.ant-select-dropdown:visible :is(.ant-select-item, .ant-select-item-empty)',
  },
  { name: 'calendar', ...CALENDAR },
  {
    name: 'months',
    ...CALENDAR,
    further: '.eq-date-popup .ant-picker-month-btn',
    opened: '.eq-date-popup .ant-picker-month-panel .eq-day:focus',
  },
  {
    name: 'years',
    ...CALENDAR,
    further: '.eq-date-popup .ant-picker-year-btn',
    opened: '.eq-date-popup .ant-picker-year-panel .eq-day:focus',
  },
  {
    name: 'link',
    opener: '.eq-editor-tools > button:text-is("链接")',
    opened: '.eq-editor-link input:focus',
  },
  {
    name: 'row',
    opener: '.eq-row-editor button:text-is("添加一行")',
    opened: `${DIALOG} .eq-field`,
    closer: CLOSE,
    isForm: true,
  },
  { name: 'preview', opener: 'button:text-is("预览")', opened: `${DIALOG} .eq-preview-frame`, closer: CLOSE },
]

/** Buttons of the kind that a person sees, inside of `scope`. */
export async function openersIn(scope: Locator, { opener }: Popup): Promise<readonly Locator[]> {
  const all = await scope.locator(opener).all()
  const seen = await Promise.all(all.map((one) => one.isVisible()))
  return all.filter((_, index) => seen[index])
}

/** Opens it, lets `look` see it, and closes it again. */
export async function within(
  page: Page,
  popup: Popup,
  opener: Locator,
  look: () => Promise<void>,
): Promise<void> {
  await opener.click()
  if (popup.further) await page.locator(popup.further).first().click()
  const opened = page.locator(popup.opened).first()
  await opened.waitFor()
  await look()
  if (popup.closer) await page.locator(popup.closer).first().click()
  else await page.keyboard.press('Escape')
  await opened.waitFor({ state: 'hidden' })
}
