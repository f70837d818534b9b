#define _GNU_SOURCE
#include "exchange.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static bool reserve(char **buffer, size_t *capacity, size_t needed) {
    if (needed <= *capacity) return true;
    size_t size = *capacity * 2 > needed ? *capacity * 2 : needed;
    char *larger = realloc(*buffer, size < 1024 ? 1024 : size);
    if (!larger) return false;
    *buffer = larger;
    *capacity = size < 1024 ? 1024 : size;
    return true;
}

// Keeps the head's lines, and at its end makes room for the whole body.
static size_t on_head(char *bytes, size_t size, size_t count, void *context) {
    exchange *self = context;
    size *= count;
    if (!reserve(&self->head, &self->head_capacity, self->head_size + size)) return size + 1;
    memcpy(self->head + self->head_size, bytes, size);
    self->head_size += size;
    if (size > 2) return size;
    long status = 0;
    curl_off_t length = -1;
    curl_easy_getinfo(self->easy, CURLINFO_RESPONSE_CODE, &status);
    if (status < 200) return size;
    self->head_is_complete = true;
    curl_easy_getinfo(self->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    if (length > 0 && !reserve(&self->body, &self->body_capacity, (size_t)length)) return size + 1;
    return size;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *context) {
    exchange *self = context;
    size *= count;
    if (!reserve(&self->body, &self->body_capacity, self->body_size + size)) return size + 1;
    memcpy(self->body + self->body_size, bytes, size);
    self->body_size += size;
    return size;
}

static size_t on_read(char *buffer, size_t size, size_t count, void *context) {
    exchange *self = context;
    size *= count;
    size_t rest = self->request->body_size - self->sent;
    if (size > rest) size = rest;
    memcpy(buffer, (const char *)self->request->body + self->sent, size);
    self->sent += size;
    return size;
}

static int on_seek(void *context, curl_off_t offset, int origin) {
    exchange *self = context;
    if (origin != SEEK_SET || offset < 0 || (size_t)offset > self->request->body_size) return CURL_SEEKFUNC_FAIL;
    self->sent = (size_t)offset;
    return CURL_SEEKFUNC_OK;
}

static curl_socket_t on_open(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)context;
    (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, address->protocol);
}

// The options of the libcurl backend, set once.
static bool configure(exchange *self, const char *roots_file, curl_closesocket_callback closing, void *sockets) {
    CURL *easy = self->easy;
    CURLcode bad = 0;
#define SET(option, value) bad |= curl_easy_setopt(easy, option, value)
    SET(CURLOPT_PRIVATE, self);
    SET(CURLOPT_ERRORBUFFER, self->error);
    SET(CURLOPT_HEADERDATA, self);
    SET(CURLOPT_WRITEDATA, self);
    SET(CURLOPT_READDATA, self);
    SET(CURLOPT_SEEKDATA, self);
    SET(CURLOPT_CLOSESOCKETDATA, sockets);
    SET(CURLOPT_HEADERFUNCTION, on_head);
    SET(CURLOPT_WRITEFUNCTION, on_body);
    SET(CURLOPT_READFUNCTION, on_read);
    SET(CURLOPT_SEEKFUNCTION, on_seek);
    SET(CURLOPT_OPENSOCKETFUNCTION, on_open);
    SET(CURLOPT_CLOSESOCKETFUNCTION, closing);
    SET(CURLOPT_BUFFERSIZE, 64L * 1024);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_QUICK_EXIT, 1L);
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_PATH_AS_IS, 1L);
    SET(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    SET(CURLOPT_PROXY, "");
    SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    SET(CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
    SET(CURLOPT_HTTP_CONTENT_DECODING, 0L);
    SET(CURLOPT_USERAGENT, "FetchKit libcurl/" LIBCURL_VERSION);
    SET(CURLOPT_TIMEOUT_MS, 300000L);
    SET(CURLOPT_CONNECTTIMEOUT_MS, 300000L);
    if (roots_file) SET(CURLOPT_CAINFO, roots_file);
#undef SET
    return !bad;
}

exchange *exchange_make(const char *roots_file, curl_closesocket_callback closing, void *sockets) {
    exchange *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->easy = curl_easy_init();
    if (self->easy && configure(self, roots_file, closing, sockets)) return self;
    exchange_free(self);
    return NULL;
}

void exchange_free(exchange *self) {
    if (self->easy) curl_easy_cleanup(self->easy);
    free(self->body);
    free(self->head);
    free(self);
}

// Fields of a request with a body, as the libcurl backend sends them: no 100-continue, and not a form.
static struct curl_slist *upload_fields(void) {
    static struct curl_slist type = {"Content-Type:", NULL};
    static struct curl_slist expect = {"Expect:", &type};
    return &expect;
}

bool exchange_prepare(exchange *self, const fetch_baseline_request *request) {
    CURLcode bad = curl_easy_setopt(self->easy, CURLOPT_URL, request->url);
    // A handle keeps its options: what is the same request again needs no more than the address of its text.
    if (self->request != request) {
        bad |= curl_easy_setopt(self->easy, CURLOPT_HTTPGET, 1L);
        if (request->method) {
            bad |= curl_easy_setopt(self->easy, CURLOPT_POST, 1L);
            bad |= curl_easy_setopt(self->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size);
            bad |= curl_easy_setopt(self->easy, CURLOPT_HTTPHEADER, upload_fields());
        }
        bad |= curl_easy_setopt(self->easy, CURLOPT_CUSTOMREQUEST, request->method);
        self->request = request;
    }
    self->sent = self->body_size = self->head_size = 0;
    self->head_is_complete = false;
    self->error[0] = 0;
    return !bad;
}
