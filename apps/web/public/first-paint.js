// Sets theme, colour pair, density and language on the page before anything is painted. It stands
// in a file of its own because the content policy allows no inline script; src/theme/preferences.ts
// keeps the same rules for changes made later. It also asks for the files of the page at this address,
// which build/preload-pages.ts lists.
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

  var list = document.getElementById('page-files')
  JSON.parse((list && list.textContent) || '[]').forEach(function (page) {
    if (!new RegExp(page.path).test(location.pathname)) return
    page.files.forEach(function (file) {
      var link = document.createElement('link')
      link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = '/' + file
      document.head.appendChild(link)
    })
  })
})()
