// Builds the small pages that partner sites show in a frame: no header, no script, every link in a new tab.
import { type Html, html, toHtml } from '#server/publishing/documents/html.ts'
import { COLOR_TOKENS, DARK_TOKENS } from '#shared/generated/color-tokens.ts'
import type { Model } from '#shared/model/model.ts'

export interface EmbedPage {
  readonly title: string
  /** The portal's own page of the same, with origin. */
  readonly more: string
  readonly main: Html
}

type Tokens = Readonly<Record<'ink' | 'muted' | 'line' | 'surface', string>>

function toVariables({ ink, muted, line, surface }: Tokens): string {
  return `--ink:${ink};--muted:${muted};--line:${line};--ground:${surface}`
}

/** Readable from 300 px; light or dark as the reader's system is. */
const STYLE = `:root{color-scheme:light dark;${toVariables(COLOR_TOKENS)}}
@media (prefers-color-scheme:dark){:root{${toVariables(DARK_TOKENS)}}}
*{box-sizing:border-box}
body{margin:0;padding:12px;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,"PingFang SC","Microsoft YaHei",sans-serif}
h1{margin:0 0 8px;font-size:17px}
a{color:inherit}
ul{list-style:none;margin:0;padding:0}
li{padding:8px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
li a{display:block;text-decoration:none}
li a:hover,li a:focus-visible{text-decoration:underline}
small,footer{color:var(--muted);font-size:13px}
footer{margin-top:8px;padding-top:8px;border-top:1px solid var(--line)}
svg{display:block;width:100%;height:auto}
path{stroke:var(--ground);stroke-width:.6}
path:hover{opacity:.8}
path.inset{stroke:none}`

export function toEmbedPage({ site }: Model, nonce: string, { title, more, main }: EmbedPage): string {
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${toHtml(`${title} - ${site.name}`)}</title><base target="_blank"><style nonce="${nonce}">${STYLE}</style></head>
<body>${html`<h1>${title}</h1>${main}<footer><a href="${more}" rel="noopener">在${site.name}查看更多</a></footer>`.text}</body></html>`
}
