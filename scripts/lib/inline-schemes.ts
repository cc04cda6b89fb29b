// Inlines the small style sheets of the dark and the high-contrast scheme into the page (Vite plugin): a request for
// each, which most readers do not need, costs more than their text.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const LINK = /<link rel="stylesheet" href="([^"]+)" (data-scheme="\w+" media="[^"]*") \/>/g

/** `page`: as it is written in the file of that name. */
export function withInlineSchemes(page: string, filename: string): string {
  return page.replace(
    LINK,
    (_link, sheet: string, attributes: string) =>
      `<style ${attributes}>${readFileSync(join(dirname(filename), sheet), 'utf8')}</style>`,
  )
}

export function inlineSchemes(): Plugin {
  return {
    name: 'equipnet-inline-schemes',
    apply: 'build',
    transformIndexHtml: {
      // Vite then makes them small, as it does with every style sheet.
      order: 'pre',
      handler: (page, { filename }) => withInlineSchemes(page, filename),
    },
  }
}
