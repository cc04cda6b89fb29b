// Sanitises user content: rich text to the allow-list, plain text to its visible characters.
import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  html as names,
  parseFragment,
  serialize,
} from 'parse5'
import sanitizeHtml from 'sanitize-html'
import { cleanText } from '#server/platform/calls/read-parameter.ts'
import { toVisibleText } from '#shared/formats/visible-text.ts'
import { arrangeBlocks, type Tree } from '#shared/rich-text/blocks.ts'
import {
  hasAllowedValue,
  isAllowedImage,
  isAllowedLink,
  RICH_TEXT_ATTRIBUTES,
  RICH_TEXT_DROPPED,
  RICH_TEXT_NESTING,
  RICH_TEXT_TAGS,
} from '#shared/rich-text/policy.ts'
import { removeUnclosed } from '#shared/rich-text/remove-unclosed.ts'

const RICH: sanitizeHtml.IOptions = {
  allowedTags: [...RICH_TEXT_TAGS],
  allowedAttributes: {
    ...Object.fromEntries(Object.entries(RICH_TEXT_ATTRIBUTES).map(([tag, names]) => [tag, [...names]])),
    a: [...(RICH_TEXT_ATTRIBUTES.a ?? []), 'rel', 'target'],
  },
  nonTextTags: [...RICH_TEXT_DROPPED],
  // Addresses are validated below. This list only keeps the library from removing allowed ones.
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
  nestingLimit: RICH_TEXT_NESTING,
  transformTags: {
    '*': (tagName, attribs) => ({
      tagName,
      attribs: Object.fromEntries(
        Object.entries(attribs).filter(([name, value]) => hasAllowedValue(name, value)),
      ),
    }),
    a: (tagName, { href, title }) => {
      const kept = href !== undefined && isAllowedLink(href) ? href : undefined
      return {
        tagName,
        attribs: {
          ...(kept === undefined ? {} : { href: kept }),
          ...(title === undefined ? {} : { title }),
          ...(/^https?:/i.test(kept ?? '') ? { rel: 'noopener noreferrer nofollow', target: '_blank' } : {}),
        },
      }
    },
  },
  exclusiveFilter: ({ tag, attribs }) => /^(img|video)$/.test(tag) && !isAllowedImage(attribs.src ?? ''),
}

type Parsed = DefaultTreeAdapterTypes.ChildNode
type Parent = DefaultTreeAdapterTypes.ParentNode

const TREE: Tree<Parsed | Parent> = {
  childrenOf: (node) => ('childNodes' in node ? node.childNodes : []),
  tagOf: (node) => ('tagName' in node ? node.tagName.toLowerCase() : undefined),
  textOf: (node) => (node.nodeName === '#text' && 'value' in node ? node.value : undefined),
  createElement: (tag) => defaultTreeAdapter.createElement(tag, names.NS.HTML, []),
  createText: (text) => defaultTreeAdapter.createTextNode(text),
  setChildren: (node, children) => {
    if ('childNodes' in node) node.childNodes = [...children] as Parsed[]
  },
}

/** Parsed as a browser parses it, so that the editor shows the same blocks. */
function arrange(html: string): string {
  const body = defaultTreeAdapter.createElement('body', names.NS.HTML, [])
  const root = parseFragment(body, removeUnclosed(html), { scriptingEnabled: false })
  arrangeBlocks(TREE, root)
  return serialize(root)
}

export function sanitiseRichText(html: string): string {
  // Once more behind the parser, which has turned character references into characters.
  return toVisibleText(sanitizeHtml(arrange(cleanText(html)), RICH)).trim()
}

/**
 * Returns plain text without invisible and unstorable characters, trimmed, with `\n` as line break. Markup stays as
 * typed, because every reader displays the text as plain text.
 *
 * @example
 * tidyPlainText(' 第一行\r\n第二行\u200b ') // → '第一行\n第二行'
 */
export function tidyPlainText(text: string): string {
  return toVisibleText(cleanText(text)).trim()
}
