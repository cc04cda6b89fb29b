// Lists the pages of a form's agreement, its title and its version.

/** A page that a person agrees to. */
export interface AgreedPage {
  readonly page: string
  readonly title: string
  readonly version: string
}

/** The pages agreed to before a form is submitted, by one tick for all. */
export interface Agreement extends AgreedPage {
  readonly also?: readonly AgreedPage[]
}

export const agreedPages = (agreement: Agreement): readonly AgreedPage[] => [
  agreement,
  ...(agreement.also ?? []),
]

/**
 * Returns the titles of all pages of an agreement, as the sentence of its checkbox names them.
 *
 * @example
 * agreementTitle({ ...terms, also: [privacy] }) // → '《用户协议》和《隐私政策》'
 */
export function agreementTitle(agreement: Agreement): string {
  const titles = agreedPages(agreement).map(({ title }) => `《${title}》`)
  return titles.length < 2 ? titles.join('') : `${titles.slice(0, -1).join('')}和${titles.at(-1)}`
}

/**
 * Returns the versions of all pages of an agreement, each once. The user accepts this text; a new version of any
 * page has to be accepted again.
 *
 * @example
 * agreementVersion({ ...terms, also: [privacy] }) // → '1+2'
 */
export const agreementVersion = (agreement: Agreement): string =>
  [...new Set(agreedPages(agreement).map(({ version }) => version))].join('+')
