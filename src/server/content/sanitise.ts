// Owns the cleaning of what people write: rich text to the allow-list, comments to plain text.
import sanitizeHtml from 'sanitize-html'
import {
  isAllowedImage,
  isAllowedLink,
  RICH_TEXT_ATTRIBUTES,
  RICH_TEXT_DROPPED,
  RICH_TEXT_NESTING,
  RICH_TEXT_TAGS,
} from '../../shared/rich-text-policy.ts'
import { toVisibleText } from '../../shared/visible-text.ts'
import { cleanText } from './read-parameter.ts'

const RICH: sanitizeHtml.IOptions = {
  allowedTags: [...RICH_TEXT_TAGS],
  allowedAttributes: {
    ...Object.fromEntries(Object.entries(RICH_TEXT_ATTRIBUTES).map(([tag, names]) => [tag, [...names]])),
    a: [...(RICH_TEXT_ATTRIBUTES.a ?? []), 'rel', 'target'],
  },
  nonTextTags: [...RICH_TEXT_DROPPED],
  // Addresses are judged below; the list here only keeps the library from removing what that allows.
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
  nestingLimit: RICH_TEXT_NESTING,
  transformTags: {
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
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isAllowedImage(attribs.src ?? ''),
}

export function sanitiseRichText(html: string): string {
  // Once more behind the parser, which has turned character references into characters.
  return toVisibleText(sanitizeHtml(cleanText(html), RICH)).trim()
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/**
 * Tags are removed, everything else stays as written. What still looks like the beginning of a tag gets a full-width
 * sign, for the case that somebody some day shows the text as HTML.
 */
export function sanitisePlainText(text: string): string {
  const stripped = sanitizeHtml(cleanText(text), {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: [...RICH_TEXT_DROPPED],
  })
  const plain = stripped
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/<(?=[a-z/!?])/gi, '＜')
  return toVisibleText(plain).trim()
}
