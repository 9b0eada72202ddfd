import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { bodyText, outerLink, readArticleBody, writeArticleBody } from './article-body.ts'

const cleaned = (html: string) => writeArticleBody(readArticleBody(html))

/** The allowed content of a result: our tags, our entities, and texts without markup. */
const ours =
  /^(?:<\/?(?:p|h3|ul|ol|li|strong|em|a)>|<a href="https?:\/\/[^"<>\s]+" rel="noopener noreferrer">|&(?:amp|lt|gt|quot|#39);|[^<>&"'])*$/u

const hostile = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js></sCrIpT >',
  '<script>alert(1)',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)"//',
  '<svg onload=alert(1)><animate onbegin=alert(1) attributeName=x></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<style>@import url(//evil.example/x.css)</style><p style="background:url(//evil)">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript&colon;alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="https://bank.example@evil.example/">x</a>',
  `<a href='https://ok.example/"onmouseover=alert(1)'>x</a>`,
  '<a href="https://ok.example/" onclick="alert(1)" target="_top" style="position:fixed">x</a>',
  '<p onclick=alert(1)>x</p>',
  '<base href="//evil.example/"><meta http-equiv=refresh content="0;url=//evil.example">',
  '<link rel=stylesheet href=//evil.example><input autofocus onfocus=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><x onload=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<p>\u202Egnp.exe\u0000\uD800</p>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<textarea></textarea><img src=x onerror=alert(1)></textarea>',
]

test('ATT-34 SRV-86: hostile HTML leaves nothing but our tags and texts', () => {
  for (const html of hostile) {
    for (const source of [html, `<p>a${html}b</p>`, `<ul><li>${html}`]) {
      const outcome = cleaned(source)
      assert.match(outcome, ours, source)
      assert.doesNotMatch(outcome, /<[^>]*(?:javascript|data:|\son\w+=|style=|evil)/i, source)
    }
  }
})

test('ATT-34: no text escapes our tags, and cleaning twice changes nothing', () => {
  const part = fc.oneof(
    fc.constantFrom(...hostile, '<p>', '</p>', '<ul>', '<li>', '</ol>', '<b>', '</b>', '<h2>'),
    fc.constantFrom('<a href="https://ok.example/a?b=c&d=e">', '</a>', '<!--', '-->', '"', "'"),
    fc.constantFrom('<', '>', '&', ';', '&amp;lt;', '&#60;', ' ', '\n', '\u00A0', '<em>'),
    fc.string({ unit: 'binary' }),
  )
  const property = fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
    const once = cleaned(parts.join(''))
    assert.match(once, ours)
    assert.equal(cleaned(once), once)
  })
  // An invisible character between two spaces, as office programs produce it.
  assert.equal(cleaned('a \u200b b'), '<p>a b</p>')
  fc.assert(property, { numRuns: 2_000 })
})

test('NEWS-01: the elements of an article are kept: paragraphs, headings, lists, formats, links', () => {
  const body =
    '<h3>Fees</h3><p>A <strong>taker</strong> pays <em>more</em> &amp; sooner.</p>' +
    '<ul><li>one</li><li>two</li></ul><ol><li>first</li></ol>' +
    '<p><a href="https://www.ojk.go.id/" rel="noopener noreferrer">OJK</a></p>'
  assert.equal(cleaned(body), body)
  assert.equal(
    cleaned('<h1>Fees</h1>\n<div>A <b>taker</b></div>'),
    '<h3>Fees</h3><p>A <strong>taker</strong></p>',
  )
  assert.equal(cleaned('1 < 2 and 3 > 2'), '<p>1 &lt; 2 and 3 &gt; 2</p>')
  assert.equal(bodyText(readArticleBody(body)), 'A taker pays more & sooner. one two first OJK')
})

test('ATT-34: a large malformed text is read quickly', () => {
  for (const part of [
    '<',
    '<a href="',
    '<p>',
    '<!--',
    '<svg>',
    '&#',
    '<a href=https://a.example/>x',
  ]) {
    const beganMs = performance.now()
    cleaned(part.repeat(50_000))
    assert.ok(performance.now() - beganMs < 5_000, part)
  }
})

test('ATT-35 SRV-86 LOW-5: only complete https addresses are links', () => {
  for (const good of [
    'https://www.ojk.go.id',
    'https://a.example:8080/x?y=z#a',
    ' https://a.example/ ',
  ]) {
    assert.equal(outerLink(good), good.trim())
  }
  assert.equal(outerLink('HTTPS://A.example/B'), 'https://A.example/B')
  const bad = `javascript:alert(1) data:text/html,x //evil.example /inside http://a.example HTTP://A.example https: https:// https:///x
    ftp://a.example https://a@b.example https://a.example\\@b.example https://a.example/"x
    https://a.example/<x mailto:a@b.example JAVASCRIPT://a.example/%0aalert(1) vbscript:x`
  for (const text of [
    ...bad.split(/\s+/),
    '',
    'https://a.example/a b',
    'https://a.example/\u0000',
  ]) {
    assert.equal(outerLink(text), null, text)
  }
  assert.equal(outerLink(`https://a.example/${'x'.repeat(3_000)}`), null)
})
