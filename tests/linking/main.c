/* A host in C: prints what the product says of itself. */
#include <stddef.h>
#include <stdio.h>

void account(void (*write)(const unsigned char *, size_t));

static void print(const unsigned char *text, size_t length) {
    fwrite(text, 1, length, stdout);
}

int main(void) {
    account(print);
    return 0;
}
