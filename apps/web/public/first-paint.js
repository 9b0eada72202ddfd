// Sets theme, colour pair, density and language on the page before anything is painted. It stands
// in a file of its own because the content policy allows no inline script; src/theme/preferences.ts
// keeps the same rules for changes made later. It also loads the app, or for guests at the home page the
// landing page that is built by itself, and asks for the files of the page at this address: build/preload-pages.ts
// lists them.
;(function () {
  var root = document.documentElement
  var read = function (key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  var theme = read('tukar.theme')
  var isTrade = /^\/markets\/\d|^\/chart\//.test(location.pathname)
  var prefersLight = matchMedia('(prefers-color-scheme: light)').matches
  var automatic = prefersLight && !isTrade ? 'light' : 'dark'
  root.dataset.theme = theme === 'dark' || theme === 'light' ? theme : automatic
  if (read('tukar.pair') === 'safe') root.dataset.pair = 'safe'
  root.dataset.density = read('tukar.density') === 'compact' ? 'compact' : 'regular'
  var language = read('tukar.language')
  var device = (navigator.languages && navigator.languages[0]) || ''
  // As meansIndonesian of packages/i18n has it.
  var indonesian =
    /^(?:id|in|ind|jv|jw|jav|su|sun|ban|bug|bjn|min|mad|ace|bbc|sas|nia)(?:-|$)|^(?!en-).*-id(?:-|$)/i
  var speaksIndonesian = String(new Date()).indexOf('Indonesia') >= 0 || indonesian.test(device)
  root.lang = language === 'en' || language === 'id' ? language : speaksIndonesian ? 'id' : 'en'

  if (location.pathname === '/') root.dataset.firstView = root.lang

  // Only the app's own document has the list; the others name their script by themselves.
  var list = document.getElementById('page-files')
  if (list === null) return
  var known = JSON.parse(list.textContent)

  var add = function (tag, attributes) {
    var element = Object.assign(document.createElement(tag), attributes)
    document.head.appendChild(element)
    return element
  }
  var preload = function (file) {
    add('link', { rel: 'modulepreload', crossOrigin: '', href: '/' + file })
  }
  var start = function (script) {
    add('script', { type: 'module', crossOrigin: '', src: '/' + script })
  }

  // Guests get the landing page without the app; a place in its address is one of the app.
  var isSignedIn = /(?:^|; )jwt=[^;]/.test(document.cookie)
  if (location.pathname === '/' && !isSignedIn && location.hash !== '#verify') {
    var landing = known.landing
    var load = function () {
      var awaited = landing.styles.length
      var arrived = function () {
        awaited -= 1
        if (awaited === 0) start(landing.script)
      }
      landing.files.forEach(preload)
      landing.styles.forEach(function (file) {
        var sheet = add('link', { rel: 'stylesheet', href: '/' + file })
        sheet.addEventListener('load', arrived)
        sheet.addEventListener('error', arrived)
      })
    }
    // Where the document itself has the first words, they are painted before anything else is asked for.
    var hasWords = matchMedia('(width < 768px)').matches && document.visibilityState === 'visible'
    if (!hasWords) return load()
    requestAnimationFrame(function () {
      setTimeout(load)
    })
    return
  }

  known.app.files.forEach(preload)
  known.pages.forEach(function (page) {
    if (!new RegExp(page.path).test(location.pathname)) return
    var isPhone = matchMedia('(width < 768px)').matches
    page.files.concat(isPhone ? page.phone : page.wide).forEach(preload)
    if (isSignedIn && !isPhone) page.own.forEach(preload)
  })
  // A script that is added is run as soon as it has come: not before there is a page.
  document.addEventListener('DOMContentLoaded', function () {
    start(known.app.script)
  })
})()
