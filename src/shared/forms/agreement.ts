// Names what a form's agreement consists of.

/** A page that a person agrees to. */
export interface AgreedPage {
  readonly page: string
  readonly title: string
  readonly version: string
}

/** What is agreed to before a form is submitted: one tick for all of it. */
export interface Agreement extends AgreedPage {
  readonly also?: readonly AgreedPage[]
}

export const agreedPages = (agreement: Agreement): readonly AgreedPage[] => [
  agreement,
  ...(agreement.also ?? []),
]

/** Such as 《用户协议》和《隐私政策》. */
export function agreementTitle(agreement: Agreement): string {
  const titles = agreedPages(agreement).map(({ title }) => `《${title}》`)
  return titles.length < 2 ? titles.join('') : `${titles.slice(0, -1).join('')}和${titles.at(-1)}`
}

/** What a person accepts by its versions; another version of one of them has to be accepted anew. */
export const agreementVersion = (agreement: Agreement): string =>
  [...new Set(agreedPages(agreement).map(({ version }) => version))].join('+')
