/**
 * What no policy of a page can prevent, in words for the panel. A test plants each of these, and nothing else may get
 * through.
 */
export const UNSTOPPED = {
  navigation:
    "Going to another address: by a link, a download from an address, a new window, or by itself. The address could carry data. You would see the page change, a window open or a download begin.",
  webrtc: "WebRTC, which calls use: it can reach a server of its choice, and no counter here sees it.",
  preconnect:
    "Opening a connection ahead of time, or looking up a name: nothing is asked for, but the name could carry data.",
} as const;

/** What reaches other pages of the same browser, which may send it on. A test tries each of these, too. */
export const TO_OTHER_PAGES = {
  around: "A message to the page around it, where this page is shown in a frame.",
  opener: "A message to the page that opened it.",
  host: "A message on a channel, or a change of what is stored, which every other page of the same host can hear.",
  cookie: "A cookie, which the browser sends with the next request to the same host.",
} as const;
